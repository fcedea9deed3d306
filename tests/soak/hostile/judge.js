/** What is in a tree of elements, shadow trees included, that no diagram needs. */
const REFUSED = new Set(["script", "iframe", "frame", "object", "embed", "link", "base", "meta", "form", "template", "foreignobject", "audio", "video"]);
const ADDRESSES = new Set(["href", "xlink:href", "src", "srcset", "action", "formaction", "data", "poster", "background", "ping"]);

function* elements(root) {
  for (const element of root.querySelectorAll("*")) {
    yield element;
    if (element.shadowRoot) yield* elements(element.shadowRoot);
  }
}

export function judge(root, isDocument = false) {
  const found = [];
  for (const element of elements(root)) {
    const tag = element.localName.toLowerCase();
    if (REFUSED.has(tag)) found.push(`an element ${tag}`);
    if (tag === "style" && /evil\.test|@import|expression/.test(element.textContent)) found.push("a style that was brought along");
    if (isDocument && tag === "style" && /url\((?!["']?(#|data:))/.test(element.textContent)) found.push("a style with an address");
    for (const { name, value } of element.attributes) {
      const key = name.toLowerCase();
      if (key.startsWith("on")) found.push(`${tag}[${name}]`);
      const isPicture = (tag === "img" || tag === "image") && /^data:image\/png;base64,/.test(value);
      if (ADDRESSES.has(key) && !isPicture && !value.startsWith("#") && !value.startsWith("blob:")) found.push(`${tag}[${name}=${value.slice(0, 60)}]`);
      if (["style", "fill", "stroke", "filter", "mask", "clip-path", "cursor"].includes(key) && /url\((?!["']?#)|evil\.test/.test(value))
        found.push(`${tag}[${name}=${value.slice(0, 60)}]`);
    }
  }
  return found;
}
