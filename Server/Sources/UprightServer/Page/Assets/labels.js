// A selection's numbers in the notation of label formats and programs. The numbers come from the geometry.

const names = ['x', 'y', 'width', 'height', 'right', 'bottom', 'x1', 'y1', 'shareX', 'shareY', 'shareWidth', 'shareHeight',
  'centerX', 'centerY', 'partWidth', 'partHeight'];

/// The numbers of one space, by name.
export function box(list, offset = 0) {
  return Object.fromEntries(names.map((name, index) => [name, list[offset + index]]));
}

const share = (millionths) => `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`;
const quoted = (name) => /^[\w.+,@%/-]+$/.test(name) && !name.startsWith('-') ? name : `'${name.replaceAll("'", "'\\''")}'`;
const safe = (name) => (name.startsWith('-') ? `./${name}` : name);

/// FFmpeg's filters that display each tag upright.
const filters = ['', 'hflip,', 'hflip,vflip,', 'vflip,', 'transpose=0,', 'transpose=1,', 'transpose=3,', 'transpose=2,'];

/// YOLO's line.
export const yolo = (b, index) =>
  [index, share(b.centerX), share(b.centerY), share(b.partWidth), share(b.partHeight)].join(' ');

/// The rows of the table: name, and text in one space. `image` has name, id, tag and origin.
export function rows(b, space, image, index = 0) {
  const displayed = space === 'displayed';
  const file = quoted(safe(image.name));
  const stem = image.name.replace(/\.[^.]*$/, '');
  const part = quoted(safe(`${stem}-part.jpg`));
  const tagged = (option) => quoted(safe(image.name) + option);
  const region = `${b.x},${b.y},${b.width},${b.height}`;
  const crop = `format=rgb24,crop=${b.width}:${b.height}:${b.x}:${b.y}`;
  const list = [
    ['COCO', `[${b.x}, ${b.y}, ${b.width}, ${b.height}]`],
    ['YOLO', yolo(b, index)],
    ['Pascal VOC', `${b.x1} ${b.y1} ${b.right} ${b.bottom}`],
    ['CVAT', `xtl="${b.x}" ytl="${b.y}" xbr="${b.right}" ybr="${b.bottom}"`],
    ['Normalized', [b.shareX, b.shareY, b.shareWidth, b.shareHeight].join(' ')],
    ['Fragment', `#xywh=${region}`],
    ['IIIF', `${image.origin}${displayed ? '' : '/stored'}/iiif/3/${image.id}/${region}/max/0/default.jpg`],
    ['FFmpeg', `ffmpeg -noautorotate -i ${file} -vf ${displayed ? filters[image.tag - 1] : ''}${crop} ${part}`],
    ['ImageMagick',
      `magick ${file} ${displayed ? '-auto-orient +repage ' : ''}-crop ${b.width}x${b.height}+${b.x}+${b.y} +repage ${part}`],
    ['vips', `vips crop ${displayed ? tagged('[autorotate]') : file} ${part} ${b.x} ${b.y} ${b.width} ${b.height}`],
  ];
  if (displayed) list.splice(7, 0, ['Upright', `upright crop ${region} ${file} -o ${part}`]);
  return list;
}

const xml = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '');

/// The file formats: extension, type, and a function from the selections (`{ label, box }`) and the image to a text.
export const files = {
  coco: {
    title: 'COCO', extension: 'json', type: 'application/json',
    text(selections, image) {
      const categories = classes(selections);
      return `${JSON.stringify({
        images: [{ id: 1, file_name: image.name, width: image.width, height: image.height }],
        annotations: selections.map(({ label, box: b }, index) => ({
          id: index + 1, image_id: 1, category_id: categories.indexOf(label || 'object') + 1,
          bbox: [b.x, b.y, b.width, b.height], area: b.width * b.height, iscrowd: 0, segmentation: [],
        })),
        categories: categories.map((name, index) => ({ id: index + 1, name })),
      }, null, 1)}\n`;
    },
  },
  yolo: {
    title: 'YOLO', extension: 'txt', type: 'text/plain',
    text: (selections, image, list) =>
      selections.map(({ label, box: b }) => `${yolo(b, list.number(label))}\n`).join(''),
  },
  voc: {
    title: 'Pascal VOC', extension: 'xml', type: 'application/xml',
    text: (selections, image) => `<annotation>
  <filename>${xml(image.name)}</filename>
  <size><width>${image.width}</width><height>${image.height}</height><depth>3</depth></size>
${selections.map(({ label, box: b }) => `  <object>
    <name>${xml(label || 'object')}</name>
    <bndbox><xmin>${b.x1}</xmin><ymin>${b.y1}</ymin><xmax>${b.right}</xmax><ymax>${b.bottom}</ymax></bndbox>
  </object>
`).join('')}</annotation>
`,
  },
  cvat: {
    title: 'CVAT', extension: 'xml', type: 'application/xml',
    text: (selections, image) => `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <image id="0" name="${xml(image.name)}" width="${image.width}" height="${image.height}">
${selections.map(({ label, box: b }) => `    <box label="${xml(label || 'object')}" xtl="${b.x}" ytl="${b.y}" xbr="${b.right}" ybr="${b.bottom}" occluded="0"></box>
`).join('')}  </image>
</annotations>
`,
  },
};

/// The classes of a folder's photos in the order of their first use. So a number means the same class in all YOLO files
/// of the folder; this browser keeps the list.
export class ClassList {
  #key;
  #own = [];

  constructor(folder) { this.#key = `upright classes /${folder}`; }

  get names() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      if (Array.isArray(kept) && kept.every((name) => typeof name === 'string')) return kept;
    } catch { /* A browser may keep nothing. */ }
    return this.#own;
  }

  /// The number of a label; the next one if it is new.
  number(label) {
    const { names } = this;
    const index = names.indexOf(label || 'object');
    return index < 0 ? names.length : index;
  }

  /// Adds the labels that are new, and returns all.
  add(selections) {
    this.#own = [...new Set([...this.names, ...classes(selections)])];
    try { localStorage.setItem(this.#key, JSON.stringify(this.#own)); } catch { /* As above. */ }
    return this.names;
  }

  /// The list as a file beside YOLO's labels.
  get text() { return this.names.map((name) => `${name.replace(/[\r\n]+/g, ' ')}\n`).join(''); }
}

/// The labels, sorted, each once.
export function classes(selections) {
  return [...new Set(selections.map(({ label }) => label || 'object'))].sort();
}
