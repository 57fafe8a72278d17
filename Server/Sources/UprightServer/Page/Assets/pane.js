// One view of the image: a canvas with its tiles and selections, and what pointers do on it.

const margin = 24;
const reach = { touch: 22, mouse: 8, pen: 12 };

/// A canvas that shows the image as displayed (view 0) or as stored (view 1).
export class Pane {
  #pointers = new Map();
  #drag = null;
  #frame = 0;
  size = [1, 1];

  /// `page` answers: geometry, active, label(id), tool, ratio, and is told: select(id), changed(), pointed(numbers).
  constructor(canvas, view, tiles, page) {
    Object.assign(this, { canvas, view, tiles, page, geometry: page.geometry });
    this.context = canvas.getContext('2d');
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'lostpointercapture']) {
      canvas.addEventListener(type, (event) => this[type](event));
    }
    canvas.addEventListener('pointerleave', () => page.pointed([]));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.resize();
  }

  resize() {
    // On whole points: browsers draw a canvas that begins between two points up to a point beside where it is.
    const frame = this.canvas.parentElement.getBoundingClientRect();
    const [left, top] = [Math.ceil(frame.left), Math.ceil(frame.top)];
    const [width, height] = [Math.floor(frame.right) - left, Math.floor(frame.bottom) - top];
    if (width <= 0 || height <= 0) return;
    this.size = [width, height];
    Object.assign(this.canvas.style, {
      left: `${left - frame.left}px`, top: `${top - frame.top}px`, width: `${width}px`, height: `${height}px`,
    });
    this.geometry.resize(this.view, width, height, Math.min(margin, Math.floor(Math.min(width, height) / 8)));
    this.redraw();
  }

  redraw() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => { this.#frame = 0; this.draw(); });
  }

  draw() {
    const { canvas, context, geometry, page } = this;
    const scale = window.devicePixelRatio || 1;
    const [width, height] = this.size.map((points) => Math.round(points * scale));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    this.tiles.draw(context, scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(canvas);
    const colors = {
      line: style.getPropertyValue('--selection'), edge: style.getPropertyValue('--selection-edge'),
      active: style.getPropertyValue('--active'),
    };
    for (const id of geometry.selections()) this.#drawSelection(id, id === page.active, colors);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  #drawSelection(id, isActive, colors) {
    const { context, geometry, view, page } = this;
    const [x, y, width, height, ...handles] = geometry.area(view, id);
    for (const [color, line] of [[colors.edge, isActive ? 4 : 3], [isActive ? colors.active : colors.line, isActive ? 2 : 1]]) {
      context.strokeStyle = color;
      context.lineWidth = line;
      context.strokeRect(x, y, width, height);
    }
    const label = page.label(id);
    if (label) {
      context.font = '13px system-ui, sans-serif';
      context.textBaseline = 'bottom';
      const wide = context.measureText(label).width + 8;
      const top = y < 20 ? y + 20 : y;
      context.fillStyle = colors.edge;
      context.fillRect(x, top - 18, wide, 18);
      context.fillStyle = isActive ? colors.active : colors.line;
      context.fillText(label, x + 4, top - 2);
    }
    if (!isActive) return;
    context.fillStyle = colors.active;
    context.strokeStyle = colors.edge;
    context.lineWidth = 1;
    for (let index = 0; index < handles.length; index += 2) {
      context.fillRect(handles[index] - 4, handles[index + 1] - 4, 8, 8);
      context.strokeRect(handles[index] - 4.5, handles[index + 1] - 4.5, 9, 9);
    }
  }

  #place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  pointerdown(event) {
    if (event.button > 1) return;
    const place = this.#place(event);
    event.preventDefault();
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, place);
    this.page.entered(this);
    if (this.#pointers.size === 2) {
      if (this.#drag === 'selection') this.geometry.cancelDrag();
      this.#drag = 'pinch';
      this.page.changed();
      return;
    }
    if (this.#pointers.size > 2) return;
    if (this.page.tool === 'move' || event.button === 1) {
      this.#drag = 'pan';
      return;
    }
    const id = this.geometry.begin(
      this.view, ...place, reach[event.pointerType] ?? reach.mouse, this.page.ratio, this.page.tool === 'draw' ? 1 : 0);
    this.#drag = 'selection';
    this.page.select(id, true);
  }

  pointermove(event) {
    const place = this.#place(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      this.page.pointed(this.geometry.imagePoint(this.view, ...place));
      this.#showCursor(event, place);
      return;
    }
    if (this.#drag === 'pinch') {
      this.#pinch(event.pointerId, place);
    } else if (this.#drag === 'pan') {
      this.geometry.pan(this.view, place[0] - before[0], place[1] - before[1]);
    } else if (this.#drag === 'selection') {
      this.geometry.drag(this.view, ...place);
      this.page.pointed(this.geometry.imagePoint(this.view, ...place));
    }
    this.#pointers.set(event.pointerId, place);
    this.page.changed(this.#drag !== 'selection');
  }

  pointerup(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#drag === 'selection') {
      this.geometry.endDrag();
      this.page.ended();
    }
    if (this.#pointers.size === 0) this.#drag = null;
    else if (this.#drag === 'pinch') this.#drag = 'pan';
  }

  pointercancel(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#drag === 'selection') {
      this.geometry.cancelDrag();
      this.page.ended();
    }
    if (this.#pointers.size === 0) this.#drag = null;
  }

  lostpointercapture(event) { this.pointercancel(event); }

  /// Zooms by how far two fingers moved apart, and moves with their middle.
  #pinch(moved, place) {
    const [first, second] = [...this.#pointers.keys()];
    const points = (of) => [this.#pointers.get(first), this.#pointers.get(second)].map((point, index) =>
      (of === [first, second][index] ? place : point));
    const measure = ([a, b]) => ({
      length: Math.hypot(a[0] - b[0], a[1] - b[1]), x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2,
    });
    const [before, after] = [measure(points(null)), measure(points(moved))];
    this.geometry.pan(this.view, after.x - before.x, after.y - before.y);
    if (before.length > 0) this.geometry.zoom(this.view, after.length / before.length, after.x, after.y);
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 0 ? 1 : 20;
    if (event.shiftKey && !event.ctrlKey) {
      this.geometry.pan(this.view, -(event.deltaX || event.deltaY) * unit, event.deltaX ? -event.deltaY * unit : 0);
    } else {
      const strength = event.ctrlKey ? 0.01 : 0.002;
      this.geometry.zoom(this.view, Math.exp(-event.deltaY * unit * strength), ...this.#place(event));
    }
    this.page.changed(true);
  }

  #showCursor(event, place) {
    const tool = this.page.tool;
    let cursor = tool === 'move' ? 'grab' : 'crosshair';
    if (tool === 'select') {
      const [id, right, down] = this.geometry.hit(this.view, ...place, reach[event.pointerType] ?? reach.mouse);
      if (id && right === 0 && down === 0) cursor = 'move';
      else if (id && down === 0) cursor = 'ew-resize';
      else if (id && right === 0) cursor = 'ns-resize';
      else if (id) cursor = right * down > 0 ? 'nwse-resize' : 'nesw-resize';
    }
    this.canvas.style.cursor = cursor;
  }
}
