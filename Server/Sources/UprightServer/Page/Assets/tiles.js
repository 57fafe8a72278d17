// Loads an image's tiles from a IIIF service and draws them. Which tiles, and where: the geometry says.

const most = { loading: 6, kept: 400 };

/// The tiles of one view.
export class Tiles {
  #images = new Map();
  #loading = 0;
  #waiting = [];

  /// `service` is the address of the IIIF service; `changed` is called when a tile has arrived, and
  /// `missed` with the address of one that has not.
  constructor(geometry, view, service, info, changed, missed) {
    Object.assign(this, { geometry, view, service, changed, missed });
    const tile = info.tiles?.[0] ?? { width: Math.max(info.width, info.height), scaleFactors: [1] };
    this.width = tile.width;
    this.height = tile.height ?? tile.width;
    this.coarsest = Math.max(...tile.scaleFactors);
    this.failed = 0;
  }

  /// Draws all tiles that have arrived, coarse ones first, and requests what is missing of the finest.
  draw(context, pixelsPerPoint) {
    const [finest] = this.geometry.tiles(this.view, this.width, this.height, pixelsPerPoint, 1, this.coarsest);
    if (!finest) return;
    this.#waiting = [];
    for (let factor = this.coarsest; factor >= finest; factor /= 2) {
      this.#drawLevel(context, pixelsPerPoint, factor, factor === this.coarsest || factor === finest);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    this.#load();
  }

  /// Whether nothing is missing or being loaded.
  get isComplete() { return this.#loading === 0 && this.#waiting.length === 0; }

  #drawLevel(context, pixelsPerPoint, level, isWanted) {
    const [factor, left, right, top, bottom] =
      this.geometry.tiles(this.view, this.width, this.height, pixelsPerPoint, level, this.coarsest);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const [x, y, width, height, wide, high, drawnWidth, drawnHeight, ...map] =
          this.geometry.tile(this.view, column, row, factor, this.width, this.height, pixelsPerPoint);
        const address = `${this.service}/${x},${y},${width},${height}/${wide},${high}/0/default.jpg`;
        const image = this.#images.get(address);
        if (image?.isReady) {
          this.#images.delete(address);
          this.#images.set(address, image);
          // Enlarged pixels are to be seen as such.
          context.imageSmoothingEnabled = drawnWidth < 2 * wide || factor > 1;
          context.setTransform(...map);
          context.drawImage(image, 0, 0, drawnWidth, drawnHeight);
        } else if (!image && isWanted) {
          this.#waiting.push(address);
        }
      }
    }
  }

  #load() {
    while (this.#loading < most.loading && this.#waiting.length > 0) {
      const address = this.#waiting.shift();
      if (this.#images.has(address)) continue;
      const image = new Image();
      this.#images.set(address, image);
      this.#loading += 1;
      const end = (isReady) => {
        this.#loading -= 1;
        image.isReady = isReady;
        if (!isReady) {
          this.failed += 1;
          this.missed(address);
        }
        while (this.#images.size > most.kept) this.#images.delete(this.#images.keys().next().value);
        this.changed();
      };
      image.onload = () => image.decode().then(() => end(true), () => end(false));
      image.onerror = () => end(false);
      image.src = address;
    }
  }
}
