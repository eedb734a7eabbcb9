// What a message rate takes, from the measured medians and sizes.
(() => {
  const { byId, all, digits, scaled } = serbench;
  if (!byId("rate")) return;
  const RATES = [["/s", 1], ["k/s", 1e3], ["M/s", 1e6], ["G/s", 1e9]];
  const BYTES = [["B/s", 1], ["kB/s", 1e3], ["MB/s", 1e6], ["GB/s", 1e9]];
  const share = (part) => (part < 0.0995 ? `${(100 * part).toFixed(1)} %` : `${(100 * part).toFixed(0)} %`);

  const number = (text) => (text === undefined || text === "" ? null : Number(text));
  const given = (id) => (byId(id).value !== "" && byId(id).validity.valid ? Number(byId(id).value) : null);

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

  function fill(row, rate, linkBytes, compression) {
    const of = row.dataset;
    const [serialize, deserialize] = [number(of.serialize), number(of.deserialize)];
    const bytes = number(of[compression]);
    const wire = bytes === null || rate === null ? null : bytes * rate;
    const perSecond = (ns) => (ns === null ? null : 1e9 / ns);
    const cores = (ns) => (ns === null || rate === null ? null : (rate * ns) / 1e9);
    const [, ...cells] = row.cells;
    put(cells[0], perSecond(serialize), (x) => scaled(x, RATES), of.serializeSpread);
    put(cells[1], perSecond(deserialize), (x) => scaled(x, RATES), of.deserializeSpread);
    put(cells[2], bytes, (x) => `${x < 100 ? digits(x) : Math.round(x).toLocaleString("en")} B`);
    put(cells[3], wire, (x) => scaled(x, BYTES));
    put(cells[4], wire === null || !linkBytes ? null : wire / linkBytes, share);
    cells[4].classList.toggle("over", wire !== null && linkBytes > 0 && wire > linkBytes);
    put(cells[5], cores(serialize), digits, of.serializeSpread);
    put(cells[6], cores(deserialize), digits, of.deserializeSpread);
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
        fill(row, rate, linkBytes, compression);
        if (!part.hidden && !row.hidden && row.cells[5].classList.contains("over")) over += 1;
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
  for (const id of ["compression", "rate-workload"]) byId(id)?.addEventListener("change", calculate);
  serbench.watchers.push(calculate);
  byId("calculator").hidden = false;
  calculate();
})();
