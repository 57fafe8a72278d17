// Calls the geometry, which is Upright's own in WebAssembly (Web/Geometry): no coordinate is computed in scripts.

/// The geometry's functions; those with results give them as an array, which is empty if there are none.
export async function loadGeometry(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  const calls = instance.exports;
  const listed = ['displayedSize', 'viewState', 'imagePoint', 'tiles', 'tile', 'hit', 'selections', 'selection', 'area',
    'numbers'];
  const geometry = {};
  for (const name of Object.keys(calls)) {
    if (typeof calls[name] !== 'function') continue;
    geometry[name] = listed.includes(name)
      ? (...values) => Array.from({ length: calls[name](...values) }, (_, index) => calls.result(index))
      : calls[name];
  }
  return geometry;
}
