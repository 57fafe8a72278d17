// A ZIP file whose members are stored without compression (APPNOTE 6.3.3): crops are compressed images already.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = table[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function fields(list) {
  const bytes = new Uint8Array(list.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let place = 0;
  for (const [size, value] of list) {
    if (size === 2) view.setUint16(place, value, true); else view.setUint32(place, value, true);
    place += size;
  }
  return bytes;
}

/// A ZIP of `members`, each with a name and bytes.
export function zip(members) {
  const parts = [];
  const entries = [];
  let place = 0;
  const put = (...arrays) => arrays.forEach((array) => { parts.push(array); place += array.length; });
  for (const { name, bytes } of members) {
    const text = new TextEncoder().encode(name);
    // Version 2.0, names in UTF-8, stored, 1980-01-01.
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, checksum(bytes)], [4, bytes.length],
      [4, bytes.length], [2, text.length], [2, 0]];
    entries.push([fields([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, place]]), text]);
    put(fields([[4, 0x04034b50], ...common]), text, bytes);
  }
  const start = place;
  for (const entry of entries) put(...entry);
  const count = entries.length;
  put(fields([[4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, place - start], [4, start], [2, 0]]));
  return new Blob(parts, { type: 'application/zip' });
}
