// Bars of the tables' cells, scaled to the rows that are shown: a codec that was filtered out makes
// nobody's bar short.
(() => {
  const { all } = serbench;
  const CUT = 10; // in times the lowest of the column; serbench.report.figures has the same
  const LEAST = "2px"; // a narrower bar or mark could not be seen
  const percent = (part) => `${(100 * part).toFixed(2)}%`;

  const tables = all("table.figures");
  const bars = all("table.figures svg.bar").map((bar) => {
    const [figure, cell] = [bar.parentElement.classList[1], bar.closest("td")];
    const value = Number(cell.dataset[figure]);
    const { low, high } = bar.dataset;
    const ends = low === undefined ? null : [Number(low), Number(high)];
    return { bar, figure, cell, row: cell.parentElement, value, ends };
  });
  const columns = new Map();
  for (const one of bars) {
    const key = `${tables.indexOf(one.cell.closest("table"))} ${one.cell.cellIndex} ${one.figure}`;
    columns.set(key, [...(columns.get(key) ?? []), one]);
  }

  function put(part, start, width) {
    part.style.x = `min(${percent(start)}, 100% - ${LEAST})`;
    part.style.width = `max(${LEAST}, ${percent(width)})`;
  }

  function draw({ bar, value, ends }, full) {
    const [middle, interval] = bar.children;
    bar.classList.toggle("cut", value > full);
    put(middle, 0, Math.min(1, value / full));
    if (!interval) return;
    const [start, end] = ends.map((of) => Math.min(1, Math.max(0, of / full)));
    interval.toggleAttribute("hidden", value > full); // it is beyond the cut
    put(interval, start, end - start);
  }

  serbench.watchers.push(() => {
    for (const column of columns.values()) {
      const shown = column.filter(({ row }) => !row.hidden);
      const longest = Math.max(...shown.map(({ value, ends }) => ends?.[1] ?? value));
      const above = shown.filter(({ value }) => value > 0);
      const choices = new Set(serbench.choices(above.map(({ row }) => row)));
      const lowest = Math.min(
        ...above.filter(({ row }) => choices.has(row)).map(({ value }) => value),
      );
      // Of a share of memcpy's speed the highest is the best: nothing is cut.
      const isCut = shown[0]?.figure !== "memcpy" && Number.isFinite(lowest);
      const full = isCut ? Math.min(longest, CUT * lowest) : longest;
      if (full > 0) for (const one of shown) draw(one, full);
    }
  });
})();
