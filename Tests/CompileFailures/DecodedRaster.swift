// A decoded raster must be rotated before it is delivered: an encoder accepts only upright pixels.
import Upright

func deliver(
  upright: Raster<Output>, decoded: Raster<Decoded>, with codec: some ImageEncoder, settings: EncodeSettings,
  metadata: CarriedMetadata, into file: inout [UInt8]
) throws(UprightError) {
  try codec.encode(upright, settings: settings, metadata: metadata, limits: Limits(), into: &file)
  try codec.encode(decoded, settings: settings, metadata: metadata, limits: Limits(), into: &file)
  // expected-error@-1 {{cannot convert value of type 'Raster<Decoded>'}}
  // expected-note@-2 {{arguments to generic parameter 'S'}}
}
