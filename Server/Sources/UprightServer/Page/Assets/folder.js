// The page of a folder: a contact sheet, filtered by tag, finding or name.

import { base, breadcrumbs, identifier, json, path, view } from './address.js';

const $ = (id) => document.getElementById(id);
const images = [];
let next = null;
let isComplete = true;
let isLoading = false;
/// The number of matches for which the rest of the folder is searched.
const enough = 100;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const full = (name) => (path ? `${path}/${name}` : name);

function figure(image) {
  const file = full(image.name);
  const isSmall = Math.max(image.width, image.height) <= 256;
  const source = `${base}/iiif/3/${identifier(file)}/full/${isSmall ? 'max' : '!256,256'}/0/default.jpg`;
  const shown = image.width
    ? element('img', { src: source, alt: '', loading: 'lazy', decoding: 'async' })
    : element('span', { className: 'unreadable', textContent: 'not readable' });
  const marks = [image.tag ? `tag ${image.tag}` : 'no tag', ...image.findings];
  return element('li', {},
    element('a', { href: view(file) }, element('span', { className: 'thumbnail' }, shown),
      element('span', { className: 'name', textContent: image.name }),
      element('small', { textContent: marks.join(' · ') })));
}

function options(select, values) {
  const chosen = select.value;
  select.replaceChildren(element('option', { value: '', textContent: 'All' }),
    ...[...values].sort().map((value) => element('option', { value, textContent: value })));
  select.value = chosen;
}

function show() {
  const [tag, finding, name] = [$('tag').value, $('finding').value, $('name').value.trim().toLowerCase()];
  const chosen = images.filter((image) => (!tag || (image.tag ? String(image.tag) : 'none') === tag)
    && (!finding || image.findings.includes(finding)) && image.name.toLowerCase().includes(name));
  $('images').replaceChildren(...chosen.map(figure));
  const all = `${images.length}${next ? '+' : ''}`;
  const count = chosen.length === images.length ? `${all} images` : `${chosen.length} of ${all} images`;
  $('facts').textContent = isComplete ? count : `${count}; the folder has more entries than can be listed`;
  if ((tag || finding || name) && next && chosen.length < enough) start();
}

async function load() {
  const address = path ? `/api/folder/${identifier(path)}` : '/api/folder';
  const { value } = await json(next ? `${address}?after=${encodeURIComponent(next)}` : address);
  next = value.next ?? null;
  isComplete = value.complete;
  images.push(...value.images);
  $('folders').replaceChildren(...(value.folders ?? []).map(({ name }) =>
    element('li', {}, element('a', { href: `${view(full(name))}/`, textContent: `${name}/` }))));
  options($('tag'), new Set(images.map((image) => (image.tag ? String(image.tag) : 'none'))));
  options($('finding'), new Set(images.flatMap((image) => image.findings)));
  $('more').hidden = !next;
}

function start() {
  if (isLoading) return;
  isLoading = true;
  load().then(() => {
    isLoading = false;
    show();
    document.body.dataset.ready = 'yes';
  }, (error) => {
    isLoading = false;
    $('error').textContent = error.message;
    $('error').hidden = false;
  });
}

breadcrumbs($('path'), path);
document.title = `${path || 'Photos'} – Upright`;
$('tools').addEventListener('submit', (event) => event.preventDefault());
for (const id of ['tag', 'finding', 'name']) $(id).addEventListener('input', show);
$('more').addEventListener('click', start);
start();
