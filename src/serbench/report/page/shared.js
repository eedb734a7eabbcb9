"use strict";
// The page's scripts share this: what the result holds, and which codecs the filters leave.
const serbench = {
  data: JSON.parse(document.getElementById("data").textContent),
  byId: (id) => document.getElementById(id),
  all: (selector, within = document) => [...within.querySelectorAll(selector)],
  shown: new Set(),
  // Of rows the choices; all of them if none is one. Own code and codecs that trust their input are
  // no measure for the others.
  isChoice: ({ dataset }) =>
    !dataset.traits.split("\n").some((trait) => ["hand-written", "unchecked"].includes(trait)),
  choices(rows) {
    const found = rows.filter(serbench.isChoice);
    return found.length ? found : rows;
  },
  watchers: [], // called when `shown` has changed

  // Three significant digits, as the tables have them.
  digits(x) {
    if (x === 0 || !Number.isFinite(x)) return String(x);
    const rounded = Number(x.toPrecision(3));
    return rounded.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(rounded)))));
  },
  scaled(x, units) {
    const [unit, factor] = units.find(([, factor]) => Math.abs(x) < 999.5 * factor) ?? units.at(-1);
    return `${serbench.digits(x / factor)} ${unit}`;
  },
  time: (ns) =>
    serbench.scaled(ns, [
      ["ns", 1],
      ["µs", 1e3],
      ["ms", 1e6],
      ["s", 1e9],
    ]),
};

{
  const { rows, page } = serbench.data;
  serbench.data.rows = rows.map((values) => {
    const row = Object.fromEntries(page.columns.map((name, place) => [name, values[place]]));
    for (const name of ["slower_than", "language_slower_than"])
      row[name] = row[name].map((place) => page.codecs[place]);
    // For those who download them, as other exports have both.
    for (const [name, former] of Object.entries(page.former_names)) row[former] = row[name];
    return row;
  });
}
