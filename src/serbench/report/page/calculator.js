// What a message rate takes, from the measured times and sizes.
(() => {
  const { byId, all, digits, scaled } = serbench;
  const { primary, ways } = serbench.data.page;
  if (!byId("rate")) return;
  const RATES = [
    ["/s", 1],
    ["k/s", 1e3],
    ["M/s", 1e6],
    ["G/s", 1e9],
  ];
  const BYTES = [
    ["B/s", 1],
    ["kB/s", 1e3],
    ["MB/s", 1e6],
    ["GB/s", 1e9],
  ];
  const share = (part) =>
    part < 0.0995 ? `${(100 * part).toFixed(1)} %` : `${(100 * part).toFixed(0)} %`;

  const number = (text) => (text === undefined || text === "" ? null : Number(text));
  const given = (id) =>
    byId(id).value !== "" && byId(id).validity.valid ? Number(byId(id).value) : null;

  function put(cell, value, text, spread) {
    cell.replaceChildren(value === null ? "–" : text(value));
    if (value === null) {
      delete cell.dataset.value;
      return;
    }
    cell.dataset.value = value;
    if (spread) {
      const sub = document.createElement("span");
      sub.className = "sub";
      sub.textContent = spread;
      cell.append(sub);
    }
  }

  // What a codec's messages take with a compressor that was measured: bytes, and the nanoseconds to
  // add to either direction.
  function compressed(row, compression) {
    const of = ways[Number(row.closest(".calculated").id.split("-").at(-1))] ?? {};
    return Object.hasOwn(of, row.dataset.codec) ? of[row.dataset.codec][compression] : undefined;
  }

  function fill(row, rate, linkBytes, compression) {
    const of = row.dataset;
    const way = compressed(row, compression);
    const isMeasured = compression in { bytes: 0, gzip: 0, zstd: 0 };
    const times = primary.map((operation, direction) => {
      const ns = number(of[operation]);
      if (isMeasured) return { ns, spread: of[`${operation}Spread`] };
      return { ns: way && ns !== null ? ns + way[1 + direction] : null };
    });
    const bytes = isMeasured ? number(of[compression]) : (way?.[0] ?? null);
    const wire = bytes === null || rate === null ? null : bytes * rate;
    const perSecond = (ns) => (ns === null ? null : 1e9 / ns);
    const cores = (ns) => (ns === null || rate === null ? null : (rate * ns) / 1e9);
    // In the order of the table's columns, the codec's name before them.
    const cells = [...row.cells].slice(1).values();
    const next = () => cells.next().value;
    for (const { ns, spread } of times) put(next(), perSecond(ns), (x) => scaled(x, RATES), spread);
    put(next(), bytes, (x) => `${x < 100 ? digits(x) : Math.round(x).toLocaleString("en")} B`);
    put(next(), wire, (x) => scaled(x, BYTES));
    const ofLink = next();
    put(ofLink, wire === null || !linkBytes ? null : wire / linkBytes, share);
    const isOver = wire !== null && linkBytes > 0 && wire > linkBytes;
    ofLink.classList.toggle("over", isOver);
    for (const { ns, spread } of times) put(next(), cores(ns), digits, spread);
    return isOver;
  }

  function calculate() {
    const [rate, link] = [given("rate"), given("link")];
    const linkBytes = link === null ? null : (link * 1e6) / 8;
    const compression = byId("compression").value;
    const workload = byId("rate-workload")?.value;
    let over = 0;
    for (const part of all(".calculated")) {
      part.hidden = workload !== undefined && part.id !== `rate-${workload}`;
      for (const row of all("tbody tr", part)) {
        const isOver = fill(row, rate, linkBytes, compression);
        if (!part.hidden && !row.hidden && isOver) over += 1;
      }
      serbench.sortAgain(part.querySelector("table"));
    }
    const wrong = rate === null || link === null;
    byId("rate-said").textContent = wrong
      ? "A rate and a link of zero or more are needed."
      : over > 0
        ? `${over === 1 ? "One codec needs" : `${over} codecs need`} more than the link carries.`
        : "The link carries all of them.";
  }

  for (const id of ["rate", "link"]) byId(id).addEventListener("input", calculate);
  for (const id of ["compression", "rate-workload"])
    byId(id)?.addEventListener("change", calculate);
  serbench.watchers.push(calculate);
  byId("calculator").hidden = false;
  calculate();
})();
