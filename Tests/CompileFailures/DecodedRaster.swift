// What a decoder hands back is not delivered until it has been turned: an encoder takes upright pixels only.
import Upright

func deliver(
  upright: Raster<Output>, decoded: Raster<Decoded>, with codec: some Codec, settings: EncodeSettings,
  metadata: CarriedMetadata, into file: inout [UInt8]
) throws(UprightError) {
  try codec.encode(upright, settings: settings, metadata: metadata, limits: Limits(), into: &file)
  try codec.encode(decoded, settings: settings, metadata: metadata, limits: Limits(), into: &file)
  // expected-error@-1 {{cannot convert value of type 'Raster<Decoded>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}
