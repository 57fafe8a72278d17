// The page of one image: draw selections on it, and get their numbers.

import { base, breadcrumbs, identifier, isSigned, json, origin, path } from './address.js';
import { loadGeometry } from './geometry.js';
import { ClassList, box, files, rows } from './labels.js';
import { Pane } from './pane.js';
import { Tiles } from './tiles.js';
import { zip } from './zip.js';

const $ = (id) => document.getElementById(id);
const roundings = ['outward', 'nearest', 'inward'];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== 'list') made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

class Page {
  active = 0;
  tool = 'select';
  ratio = 0;
  snap = [0, 0];
  /// All labels that were used; the geometry keeps the index of each selection's, so that undo restores it.
  texts = [''];
  /// A label while it is typed, which becomes one step at its end.
  typed = null;
  saved = null;
  savedText = '';
  /// The numbers of YOLO's classes.
  classes = new ClassList(path.split('/').slice(0, -1).join('/'));

  async open() {
    breadcrumbs($('path'), path);
    document.title = `${path.split('/').pop()} – Upright`;
    this.id = identifier(path);
    const [geometry, { value: image, tag }, { value: displayed }, { value: stored }] = await Promise.all([
      loadGeometry(new URL('geometry.wasm', import.meta.url)), json(`/api/image/${this.id}`),
      json(`/iiif/3/${this.id}/info.json`), json(`/stored/iiif/3/${this.id}/info.json`),
    ]);
    this.geometry = geometry;
    this.imageTag = tag;
    this.image = { ...image, name: path.split('/').pop(), id: this.id, origin };
    if (!geometry.open(image.stored.width, image.stored.height, image.tag)) throw new Error('The image is empty.');
    const size = geometry.displayedSize();
    if (size[0] !== displayed.width || size[1] !== displayed.height) {
      throw new Error(`The server shows ${displayed.width}×${displayed.height} pixels, not ${size.join('×')}.`);
    }
    this.panes = [
      ['displayed', 0, `${base}/iiif/3/${this.id}`, displayed],
      ['stored', 1, `${base}/stored/iiif/3/${this.id}`, stored],
    ].map(([name, view, service, info]) =>
      new Pane($(name), view, new Tiles(geometry, view, service, info, () => this.redraw(), (address) => this.missed(address)), this));
    this.current = this.panes[0];
    $('facts').textContent = [
      `${size.join(' × ')} displayed`, `${image.stored.width} × ${image.stored.height} stored`, `tag ${image.tag}`,
      ...(image.findings ?? []),
    ].join(' · ');
    this.#prepareSnapping();
    this.#listen();
    await this.#restore();
    this.changed();
    document.body.dataset.ready = 'yes';
  }

  // What panes ask and tell.

  label(id) { return this.typed?.id === id ? this.typed.text : this.texts[this.geometry.selection(id)[5]] ?? ''; }

  entered(pane) { this.current = pane; }

  select(id, isDragged = false) {
    this.active = id;
    if (id && !isDragged) this.panes.forEach((pane) => this.geometry.show(pane.view, id));
    this.changed();
  }

  pointed([x, y, keptX, keptY, isInside]) {
    $('pointer').textContent = isInside
      ? `displayed ${Math.floor(x)}, ${Math.floor(y)}   stored ${Math.floor(keptX)}, ${Math.floor(keptY)}` : '';
  }

  ended() {
    if (!this.geometry.selection(this.active).length) this.active = 0;
    this.changed();
    this.announce();
  }

  /// Shows the state; if only a view moved, the numbers are the same.
  changed(isViewOnly = false) {
    this.redraw();
    if (!isViewOnly && !this.pending) {
      this.pending = requestAnimationFrame(() => { this.pending = 0; this.show(); });
    }
    const { geometry } = this;
    const percent = Math.round(geometry.viewState(this.current.view)[0] * (window.devicePixelRatio || 1) * 1000) / 10;
    $('zoom').textContent = `${percent} %`;
  }

  redraw() { this.panes.forEach((pane) => pane.redraw()); }

  // What is shown beside the image.

  get ids() { return this.geometry.selections(); }

  numbers(id) {
    const list = this.geometry.numbers(id, roundings.indexOf($('rounding').value));
    return list.length ? { displayed: box(list), stored: box(list, 16) } : null;
  }

  show() {
    const { geometry, active } = this;
    const steps = geometry.steps();
    $('undo').disabled = !(steps & 1);
    $('redo').disabled = !(steps & 2);
    this.#showList();
    const numbers = active ? this.numbers(active) : null;
    $('details').hidden = !active;
    $('empty').hidden = this.ids.length > 0;
    if (active) {
      $('locked').checked = geometry.selection(active)[4] > 0;
      for (const key of ['x', 'y', 'width', 'height']) {
        for (const space of ['displayed', 'stored']) {
          const input = $(`${space}-${key}`);
          if (document.activeElement !== input) input.value = numbers ? numbers[space][key] : '';
        }
      }
      for (const space of ['displayed', 'stored']) this.#showRows(space, numbers?.[space]);
    }
    for (const name of ['download', 'crops']) $(name).disabled = this.ids.length === 0;
    const isSaved = this.text() === this.savedText;
    // Saving stale selections again says that they fit the photo.
    $('save').disabled = isSaved && $('stale').hidden;
    if (!isSaved) $('state').textContent = 'Not saved';
    else if (this.saved) $('state').textContent = 'Saved';
    else $('state').textContent = '';
  }

  #showList() {
    const list = $('list');
    const known = new Map([...list.children].map((item) => [Number(item.dataset.id), item]));
    const ids = this.ids;
    for (const [id, item] of known) if (!ids.includes(id)) item.remove();
    ids.forEach((id, index) => {
      const item = known.get(id) ?? this.#listItem(id);
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
      const [button, input] = item.children;
      const numbers = this.numbers(id)?.displayed;
      button.textContent = numbers ? `${numbers.width} × ${numbers.height} at ${numbers.x}, ${numbers.y}` : 'no whole pixel';
      button.setAttribute('aria-pressed', id === this.active);
      if (document.activeElement !== input) input.value = this.label(id);
    });
  }

  #listItem(id) {
    return element('li', { 'data-id': id },
      element('button', { type: 'button', className: 'pick', onclick: () => this.select(id) }),
      element('input', {
        type: 'text', placeholder: 'Label', 'aria-label': 'Label', list: 'labels', maxLength: 200,
        oninput: ({ target }) => { this.typed = { id, text: target.value }; this.changed(); },
        onfocus: () => { if (this.active !== id) this.select(id, true); },
        onchange: () => this.#endTyping(),
      }),
      element('button', {
        type: 'button', className: 'remove', 'aria-label': 'Remove this selection', onclick: () => this.remove(id),
      }, '×'));
  }

  #offerLabels() {
    $('labels').replaceChildren(...this.texts.slice(1).map((value) => element('option', { value })));
  }

  /// Notes a label among the others; its index.
  #index(text) {
    if (!this.texts.includes(text)) this.texts.push(text);
    return this.texts.indexOf(text);
  }

  setLabel(id, text) {
    this.geometry.mark(id, this.#index(text));
    this.#offerLabels();
    this.changed();
  }

  #endTyping() {
    const { typed } = this;
    this.typed = null;
    if (typed) this.setLabel(typed.id, typed.text);
  }

  #showRows(space, numbers) {
    const body = $(`${space}-rows`);
    const list = numbers ? rows(numbers, space, this.image, this.classes.number(this.label(this.active))) : [];
    while (body.children.length > list.length) body.lastElementChild.remove();
    list.forEach(([name, text], index) => {
      let row = body.children[index];
      if (!row) {
        row = element('tr', {}, element('th', { scope: 'row' }), element('td', {}, element('code')),
          element('td', {}, element('button', { type: 'button', onclick: (event) => this.#copy(event.currentTarget) }, 'Copy')));
        body.append(row);
      }
      const [head, cell, last] = row.children;
      head.textContent = name;
      if (cell.firstChild.textContent !== text) cell.firstChild.textContent = text;
      last.firstChild.setAttribute('aria-label', `Copy ${name}, ${space}`);
    });
  }

  async #copy(button) {
    const text = button.closest('tr').querySelector('code').textContent;
    try {
      await navigator.clipboard.writeText(text);
      this.say('Copied');
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.closest('tr').querySelector('code'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      this.say('Selected: press Ctrl+C to copy');
    }
  }

  say(text) { $('live').textContent = text; }

  announce() {
    const numbers = this.active ? this.numbers(this.active) : null;
    const told = ({ x, y, width, height }) => `${width} by ${height} at ${x}, ${y}`;
    this.say(numbers ? `Displayed ${told(numbers.displayed)}; stored ${told(numbers.stored)}` : '');
  }

  // What people do.

  remove(id) {
    if (!id) return;
    this.#endTyping();
    const ids = this.ids;
    const next = ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1] ?? 0;
    this.geometry.removeSelection(id);
    if (this.active === id) this.active = next;
    this.changed();
    this.say('Removed');
  }

  undo() { this.#step(() => this.geometry.undo(), 'Undone'); }
  redo() { this.#step(() => this.geometry.redo(), 'Redone'); }

  #step(body, said) {
    this.#endTyping();
    body();
    if (!this.geometry.selection(this.active).length) this.active = this.ids.at(-1) ?? 0;
    this.changed();
    this.say(said);
  }

  /// Adds a selection in the middle of the image, for those who use no pointer.
  add() {
    const [width, height] = this.geometry.displayedSize();
    const id = this.geometry.add(Math.floor(width / 4), Math.floor(height / 4), Math.ceil(width / 2), Math.ceil(height / 2));
    this.select(id);
    this.announce();
  }

  turn(quarters, isMirrored) {
    this.geometry.turnView(0, quarters, isMirrored);
    this.changed(true);
    const [, , mirrored, turned] = this.geometry.viewState(0);
    this.say(`View ${mirrored ? 'mirrored, ' : ''}rotated by ${turned * 90} degrees`);
  }

  zoom(factor) {
    const { view, canvas } = this.current;
    this.geometry.zoom(view, factor, canvas.clientWidth / 2, canvas.clientHeight / 2);
    this.changed(true);
  }

  fit() {
    this.geometry.fit(this.current.view);
    this.changed(true);
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isTyping = event.target.matches('input[type=text], input[type=number], select, textarea');
    if (command && !isTyping && (key === 'z' || key === 'y')) {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) this.redo(); else this.undo();
      return;
    }
    if (command && key === 's') {
      event.preventDefault();
      if (!$('save').disabled) this.save();
      return;
    }
    if (command || event.altKey || !event.target.matches('canvas')) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const actions = {
      Delete: () => this.remove(this.active), Backspace: () => this.remove(this.active), n: () => this.add(),
      '+': () => this.zoom(1.5), '=': () => this.zoom(1.5), '-': () => this.zoom(1 / 1.5), 0: () => this.fit(),
      Escape: () => { this.geometry.cancelDrag(); this.select(0); }, '[': () => this.#cycle(-1), ']': () => this.#cycle(1),
      Enter: () => document.querySelector(`li[data-id="${this.active}"] input`)?.focus(),
      s: () => this.#use('select'), d: () => this.#use('draw'), m: () => this.#use('move'),
    };
    if (ways[key] && this.active) {
      this.#arrow(ways[key], event.shiftKey);
    } else if (ways[key]) {
      this.geometry.pan(this.current.view, ways[key][0] * -40, ways[key][1] * -40);
      this.changed(true);
    } else if (actions[key]) {
      actions[key]();
    } else {
      return;
    }
    event.preventDefault();
  }

  #arrow([right, down], isResizing) {
    const { geometry, active, current } = this;
    const [wide, high] = [Math.max(1, this.snap[0]), Math.max(1, this.snap[1])];
    const call = isResizing ? geometry.grow : geometry.nudge;
    call(active, right * wide, down * high, current.view);
    geometry.show(current.view, active);
    this.changed();
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.announce(), 400);
  }

  #cycle(way) {
    const ids = this.ids;
    if (!ids.length) return;
    const index = ids.indexOf(this.active);
    this.select(ids[(index + way + ids.length) % ids.length] ?? ids[0]);
    this.announce();
  }

  #use(tool) {
    this.tool = tool;
    document.querySelector(`input[name=tool][value=${tool}]`).checked = true;
    this.say(document.querySelector(`input[name=tool][value=${tool}]`).parentElement.textContent.trim());
  }

  #prepareSnapping() {
    const { block } = this.image;
    for (const [width, height] of [[8, 8], [16, 16], block ? [block.width, block.height] : []]) {
      const value = `${width}x${height}`;
      if (!width || [...$('snap').options].some((option) => option.value === value)) continue;
      $('snap').append(element('option', { value }, `Blocks ${width} × ${height}`));
    }
    if (block) {
      const own = [...$('snap').options].find(({ value }) => value === `${block.width}x${block.height}`);
      own.textContent += ' (lossless crop)';
    }
  }

  #listen() {
    const on = (id, type, body) => $(id).addEventListener(type, body);
    document.addEventListener('keydown', (event) => this.key(event));
    document.querySelectorAll('input[name=tool]').forEach((input) =>
      input.addEventListener('change', () => { this.tool = input.value; }));
    on('zoom-in', 'click', () => this.zoom(1.5));
    on('zoom-out', 'click', () => this.zoom(1 / 1.5));
    on('fit', 'click', () => this.fit());
    on('full', 'click', () => {
      this.zoom(1 / this.geometry.viewState(this.current.view)[0] / (window.devicePixelRatio || 1));
    });
    on('left', 'click', () => this.turn(3, 0));
    on('right', 'click', () => this.turn(1, 0));
    on('mirror', 'click', () => this.turn(0, 1));
    on('undo', 'click', () => this.undo());
    on('redo', 'click', () => this.redo());
    on('add', 'click', () => this.add());
    on('snap', 'change', ({ target }) => {
      this.snap = target.value.split('x').map(Number);
      this.geometry.snap(...this.snap);
    });
    on('ratio', 'change', ({ target }) => { this.ratio = Number(target.value); });
    on('locked', 'change', ({ target }) => {
      this.geometry.lock(this.active, target.checked ? -1 : 0);
      this.changed();
    });
    on('rounding', 'change', () => { this.changed(); this.announce(); });
    on('both', 'change', ({ target }) => {
      $('stored-figure').hidden = !target.checked;
      if (!target.checked) this.current = this.panes[0];
      this.redraw();
    });
    for (const space of ['displayed', 'stored']) {
      for (const key of ['x', 'y', 'width', 'height']) on(`${space}-${key}`, 'change', () => this.#typed(space));
    }
    on('download', 'click', () => this.#download());
    on('crops', 'click', () => this.#crops());
    on('save', 'click', () => this.save());
    on('theirs', 'click', () => this.#loadTheirs());
    on('ours', 'click', () => this.#keepOurs());
    addEventListener('beforeunload', (event) => { if (this.text() !== this.savedText) event.preventDefault(); });
    // Another pixel ratio: the window moved to another screen, or the page was zoomed.
    const watch = () => matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
      .addEventListener('change', () => { this.redraw(); watch(); }, { once: true });
    watch();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw());
  }

  #typed(space) {
    const values = ['x', 'y', 'width', 'height'].map((key) => $(`${space}-${key}`).valueAsNumber);
    if (values.some((value) => !Number.isFinite(value))) return;
    this.geometry[space === 'stored' ? 'replaceStored' : 'replace'](this.active, ...values);
    this.changed();
    this.announce();
  }

  // What leaves the page.

  get selections() {
    return this.ids.map((id) => {
      const [x, y, width, height, ratio] = this.geometry.selection(id);
      return { label: this.label(id), x, y, width, height, ratio: ratio || null };
    });
  }

  text() { return JSON.stringify(this.selections); }

  /// What is saved; null for nothing, which is a state too: then saving must not replace what somebody else saved.
  async #fetchSaved() {
    try {
      const { value, tag } = await json(`/api/selections/${this.id}`);
      this.saved = tag;
      return value;
    } catch (error) {
      if (error.status !== 404) throw error;
      this.saved = null;
      return null;
    }
  }

  #showSaved(value) {
    for (const { label, x, y, width, height, ratio } of value?.selections ?? []) {
      this.geometry.restore(x, y, width, height, ratio ?? 0, this.#index(label));
    }
    this.#offerLabels();
    this.savedText = this.text();
    $('stale').hidden = !value?.stale;
  }

  async #restore() {
    if (isSigned) $('save').hidden = $('state').hidden = true;
    try {
      this.#showSaved(await this.#fetchSaved());
    } catch (error) {
      if (error.status === 501) $('save').hidden = $('state').hidden = true;
      else this.fail(error);
      this.savedText = this.text();
    }
  }

  async save() {
    if (this.isSaving || $('save').hidden) return;
    this.isSaving = true;
    this.#endTyping();
    $('error').hidden = true;
    const text = this.text();
    const headers = { 'Content-Type': 'application/json', ...(this.saved ? { 'If-Match': this.saved } : { 'If-None-Match': '*' }) };
    const [width, height] = this.geometry.displayedSize();
    const body = JSON.stringify({ version: 1, image: { width, height }, selections: JSON.parse(text) });
    try {
      if (!this.saved) await this.#checkImage();
      const { tag } = await json(`/api/selections/${this.id}`, { method: 'PUT', headers, body });
      this.saved = tag;
      this.savedText = text;
      $('conflict').hidden = $('stale').hidden = true;
      this.say('Saved');
      this.changed();
    } catch (error) {
      if (error.status === 412) $('conflict').hidden = false;
      else this.fail(error);
    }
    this.isSaving = false;
  }

  /// The server compares later saves with the photo, but cannot know which one the first is about.
  async #checkImage() {
    const { tag } = await json(`/api/image/${this.id}`);
    if (tag && this.imageTag && tag !== this.imageTag) {
      throw new Error('The photo was replaced after this page was opened. Reload the page to see it.');
    }
  }

  /// Somebody else saved in the meantime: shows theirs in place of these.
  async #loadTheirs() {
    try {
      const value = await this.#fetchSaved();
      this.typed = null;
      for (const id of this.ids) this.geometry.removeSelection(id);
      this.active = 0;
      this.#showSaved(value);
      $('conflict').hidden = true;
      this.changed();
      this.say('These are the saved selections');
    } catch (error) {
      this.fail(error);
    }
  }

  /// Or replaces theirs by these, now that it is known that there are some.
  async #keepOurs() {
    try {
      await this.#fetchSaved();
      await this.save();
    } catch (error) {
      this.fail(error);
    }
  }

  /// A tile did not arrive: says once what the server says about it.
  async missed(address) {
    if (this.hasMissed) return;
    this.hasMissed = true;
    try {
      const response = await fetch(address);
      if (!response.ok) this.fail(new Error(`The image cannot be shown: ${(await response.json()).detail}`));
    } catch {
      this.fail(new Error('The server does not answer. Reload the page to try again.'));
    }
  }

  fail(error) {
    $('error').textContent = error.message;
    $('error').hidden = false;
  }

  #give(blob, name) {
    const link = element('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  get stem() { return this.image.name.replace(/\.[^.]*$/, ''); }

  #download() {
    const [format, space] = [$('format').value, $('space').value];
    if (format === 'upright') {
      const [width, height] = this.geometry.displayedSize();
      const text = JSON.stringify({ version: 1, image: { width, height }, selections: this.selections }, null, 1);
      return this.#give(new Blob([text, '\n'], { type: 'application/json' }), `${this.stem}.selections.json`);
    }
    const [width, height] = this.geometry.displayedSize();
    const size = space === 'stored' ? this.image.stored : { width, height };
    const selections = this.ids.map((id) => ({ label: this.label(id), box: this.numbers(id)?.[space] }))
      .filter((selection) => selection.box);
    const { extension, type, text } = files[format];
    if (format === 'yolo') {
      this.classes.add(selections);
      const bytes = (content) => new TextEncoder().encode(content);
      return this.#give(zip([
        { name: `${this.stem}.${extension}`, bytes: bytes(text(selections, this.image, this.classes)) },
        { name: 'classes.txt', bytes: bytes(this.classes.text) },
      ]), `${this.stem}-yolo.zip`);
    }
    this.#give(new Blob([text(selections, { ...size, name: this.image.name })], { type }), `${this.stem}.${extension}`);
  }

  async #crops() {
    $('error').hidden = true;
    const button = $('crops');
    button.disabled = true;
    try {
      const members = [];
      for (const [index, id] of this.ids.entries()) {
        const b = this.numbers(id)?.displayed;
        if (!b) continue;
        const extension = $('crop-format').value;
        const address = `${base}/iiif/3/${this.id}/${b.x},${b.y},${b.width},${b.height}/max/0/default.${extension}`;
        const response = await fetch(address);
        if (!response.ok) throw new Error(`${address}: the server answered ${response.status}`);
        const label = this.label(id).replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '').slice(0, 60) || 'crop';
        const name = `${this.stem}-${String(index + 1).padStart(2, '0')}-${label}.${extension}`;
        members.push({ name, bytes: new Uint8Array(await response.arrayBuffer()) });
        this.say(`${members.length} of ${this.ids.length} crops`);
      }
      this.#give(zip(members), `${this.stem}-crops.zip`);
    } catch (error) {
      this.fail(error);
    }
    button.disabled = false;
  }
}

const page = new Page();
// For the driver of the tests, and for the curious.
globalThis.upright = page;
page.open().catch((error) => page.fail(error));
