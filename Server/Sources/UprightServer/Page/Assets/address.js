// The addresses of the server, from that of this script: the server may be below a path of a proxy.

export const base = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
export const origin = location.origin + base;

/// Whether this address has a signature for its tree: such addresses are only for reading.
export const isSigned = /\/signed\/[^/]+$/.test(base);

/// What follows `/view/` in the page's address: the path of a file or a folder, not encoded.
export const path = location.pathname.slice(`${base}/view/`.length).split('/').filter(Boolean)
  .map(decodeURIComponent).join('/');

/// A file's identifier: its path with slashes encoded.
export const identifier = (file) => encodeURIComponent(file);

/// The page of a file or a folder.
export const view = (file) => `${base}/view/${file.split('/').map(encodeURIComponent).join('/')}`;

/// JSON of the API; an error says what the server said.
export async function json(address, options) {
  const response = await fetch(base + address, options);
  const text = await response.text();
  let value = null;
  try { value = text ? JSON.parse(text) : null; } catch { /* The status says more. */ }
  if (!response.ok) {
    const error = new Error(value?.detail ?? value?.title ?? `The server answered ${response.status}.`);
    error.status = response.status;
    throw error;
  }
  return { value, tag: response.headers.get('ETag') };
}

/// Links to all folders above `file`, and its name.
export function breadcrumbs(element, file) {
  const parts = file.split('/').filter(Boolean);
  element.replaceChildren();
  const home = document.createElement('a');
  home.href = `${base}/view/`;
  home.textContent = 'Photos';
  element.append(home);
  parts.forEach((part, index) => {
    element.append(' / ');
    const link = document.createElement(index + 1 < parts.length ? 'a' : 'strong');
    if (index + 1 < parts.length) link.href = `${view(parts.slice(0, index + 1).join('/'))}/`;
    link.textContent = part;
    element.append(link);
  });
}
