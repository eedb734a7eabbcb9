/** Sets a property of its own: one called `__proto__` is like any other. */
export function enter(object, key, value) {
  if (key === "__proto__") {
    const own = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, key, own);
  } else {
    object[key] = value;
  }
}
