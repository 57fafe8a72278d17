// A CVAT file with every shape, for one image of 100 by 40.

extension Labels {
  /// Straight and rotated boxes, polygon, line, points, ellipse, mask and skeleton; unknown comments, and unusual
  /// spaces.
  static let cvat = """
    <?xml version="1.0" encoding="utf-8"?>
    <annotations>
      <version>1.1</version>
      <meta><task><id>3</id><labels>
        <label><name>cat</name><color>#ff0000</color></label>
        <label><name>dog &amp; co</name></label>
        <label><name>nose</name><parent>dog &amp; co</parent></label>
      </labels></task><dumped>2026-11-22</dumped></meta>
      <image id="0" name="a.jpg" width="100" height="40">
        <box label="cat" source="manual" occluded="0" xtl="30.25" ytl="16.00" xbr="70.25" ybr="24.50" z_order="0">
          <attribute name="age">old &lt;9&gt;</attribute>
        </box>
        <box occluded='1' rotation='30.00' label='dog &amp; co' xtl='10' ytl='5' xbr='30' ybr='15' mine='7'></box>
        <polygon label="cat" points="1.50,2.00; 40.00,2.00;20.25,30.00" z_order="2"/>
        <polyline label="cat" points="0,0;50.5,40"></polyline>
        <points label="cat" points="99.00,39.00;1.00,38.50"/>
        <ellipse label="cat" cx="50.00" cy="20.00" rx="10.00" ry="5.50" rotation="0.0"/>
        <ellipse label="cat" cx="60" cy="21" rx="10" ry="5" rotation="123.45"/>
        <mask label="cat" rle="1, 2, 1, 3, 1, 1" left="4" top="6" width="3" height="3"/>
        <tag label="cat" source="manual"></tag>
        <skeleton label="dog &amp; co" source="manual" z_order="0">
          <points label="nose" outside="0" occluded="0" points="33.00,7.00"><attribute name="x">1</attribute></points>
          <points label="tail" occluded="1" points="44.00,8.00"/>
          <points label="ear" outside="1" points="5.00,6.00"/>
        </skeleton>
        <!-- <box/> -->
      </image>
    </annotations>

    """
}
