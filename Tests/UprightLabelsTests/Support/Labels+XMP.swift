// An XMP packet with regions in all forms of RDF, for one image of 100 by 40.

extension Labels {
  /// MWG's rectangles, a circle, a point and pixels; Microsoft's, one of which MWG repeats, and a person without a
  /// position.
  static let xmp = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:r='http://www.metadataworkinggroup.com/schemas/regions/'
      xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
      xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
      xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="1">
      <r:Regions rdf:parseType="Resource">
        <r:AppliedToDimensions stDim:w="100" stDim:h="40" stDim:unit="pixel"/>
        <r:RegionList><rdf:Bag>
          <rdf:li rdf:parseType="Resource">
            <r:Area stArea:x="0.50000" stArea:y="0.250000" stArea:w="0.200000" stArea:h="0.100000" stArea:unit="normalized"/>
            <r:Name>Anna &amp; co</r:Name><r:Type>Face</r:Type>
          </rdf:li>
          <rdf:li><rdf:Description r:Type="Pet"><r:Area rdf:parseType="Resource">
            <stArea:h> 0.5 </stArea:h><stArea:w>0.4</stArea:w><stArea:y>0.75</stArea:y><stArea:x>0.2</stArea:x>
          </r:Area></rdf:Description></rdf:li>
          <rdf:li r:Name="cat"><r:Area stArea:x="0.1" stArea:y="0.3" stArea:d="0.25"/></rdf:li>
          <rdf:li r:Type="Focus"><r:Area stArea:x="0.125" stArea:y="0.875"/></rdf:li>
          <rdf:li r:Name="box"><r:Area stArea:x="30" stArea:y="10" stArea:w="20" stArea:h="4" stArea:unit="pixel"/></rdf:li>
        </rdf:Bag></r:RegionList>
      </r:Regions>
      <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
        <rdf:li MPReg:Rectangle="0.400000, 0.200000, 0.200000, 0.100000" MPReg:PersonDisplayName="Anna &amp; co"/>
        <rdf:li rdf:parseType="Resource"><MPReg:Rectangle>0.125000,0.250000,0.500000,0.375000</MPReg:Rectangle></rdf:li>
        <rdf:li MPReg:PersonDisplayName="Ben"/>
      </rdf:Bag></MPRI:Regions></MP:RegionInfo>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>

    """
}
