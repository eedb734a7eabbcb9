// Charts of the codecs that the filters leave. Vega evaluates expressions itself (`ast`), since
// the page's policy forbids code from strings.
(() => {
  const { byId, all, data, time, digits } = serbench;
  const page = data.page;
  const drawn = new Map(); // by the chart's name: the promise of its view

  const choose = (id, fallback) => byId(id)?.value ?? fallback;
  const workload = () => choose("chart-workload", page.times[0]?.workload);

  // The tip is text, whatever it names.
  const tip = byId("tip");
  function showTip(_handler, event, _item, value) {
    tip.hidden = !value;
    if (!value) return;
    tip.textContent = String(value);
    const place = event.touches?.[0] ?? event;
    const left = Math.min(
      place.clientX + 12,
      document.documentElement.clientWidth - tip.offsetWidth - 8,
    );
    tip.style.left = `${Math.max(8, left)}px`;
    const below = place.clientY + 16;
    const fits = below + tip.offsetHeight < document.documentElement.clientHeight;
    tip.style.top = `${fits ? below : place.clientY - tip.offsetHeight - 10}px`;
  }

  // By keyboard, from mark to mark, each one's tip being said. Vega keeps its item at the element.
  function walkable(chart) {
    let at = -1;
    const marks = () => all("svg path, svg rect", chart).filter((mark) => mark.__data__?.tooltip);
    const leave = () => {
      all(".current", chart).forEach((mark) => mark.classList.remove("current"));
      tip.hidden = true;
    };
    chart.tabIndex = 0;
    chart.setAttribute("aria-describedby", "chart-keys");
    chart.addEventListener("blur", leave);
    chart.addEventListener("click", (event) =>
      showTip(null, event, null, event.target.__data__?.tooltip),
    ); // a touch hovers nowhere
    chart.addEventListener("keydown", (event) => {
      const found = marks();
      const step = {
        ArrowRight: 1,
        ArrowDown: 1,
        ArrowLeft: -1,
        ArrowUp: -1,
        Home: -at,
        End: found.length - 1 - at,
      }[event.key];
      if (event.key === "Escape") leave();
      if (step === undefined || !found.length) return;
      event.preventDefault();
      leave();
      at = Math.min(found.length - 1, Math.max(0, at + step));
      const mark = found[at];
      mark.classList.add("current");
      const { x, y, width, height } = mark.getBoundingClientRect();
      showTip(
        null,
        { clientX: x + width / 2, clientY: y + height / 2 },
        null,
        mark.__data__.tooltip,
      );
      byId("spoken").textContent = tip.textContent;
    });
  }

  // What a chart is for who does not see it.
  const few = (names) =>
    names.length > 6
      ? `${names.slice(0, 6).join(", ")} and ${names.length - 6} more`
      : names.join(", ");
  const range = (points) => {
    const order = [...points].sort((a, b) => a.ns - b.ns);
    return `${order.length} codecs on ${workload()}, from ${order[0].codec} (${time(order[0].ns)}) to ${order.at(-1).codec} (${time(order.at(-1).ns)})`;
  };
  const ofCell = () =>
    `${byId("cell-codec").value}, ${byId("cell-operation").value}, on ${workload()}`;
  const told = {
    front: (points) =>
      `Scatter plot of time to ${byId("chart-operation").value} against bytes, ${range(points)}. On the Pareto front: ${few(
        points
          .filter((p) => p.front)
          .sort((a, b) => a.front - b.front)
          .map((p) => p.codec),
      )}.`,
    bars: (points) =>
      `Bars of the time to ${byId("chart-operation").value} with intervals, ${range(points)}.`,
    samples: (points) => `Dots, the raw samples of ${ofCell()}. ${byId("cell-facts").textContent}`,
    history: (points) => `Medians of ${points.length} runs of ${ofCell()}, with intervals.`,
    ratios: (points) =>
      `Ratios to the reference in ${points.length} runs of ${ofCell()}, with intervals.`,
    files: (points) => `Bars of ${points.length} figures of object files: ${choose("experiment")}.`,
  };
  function describe(name, { table }) {
    const chart = document.querySelector(`figure[data-chart="${name}"] .chart`);
    const whole =
      told[name]?.(table) ??
      `${chart.dataset.parts}: stacked bars of ${new Set(table.map((p) => p.codec)).size} codecs on ${workload()}.`;
    chart.setAttribute("aria-label", `${whole} Every number stands in the tables.`);
  }

  // As serbench.stats.pareto in Python: see there for why.
  const rowOf = (point) => data.rows[point.row];
  function front(points) {
    // As `compared` in serbench.results.ranking, and as `front` in serbench.report.answer.
    const decided =
      new Set(points.map((p) => rowOf(p).language)).size === 1
        ? "language_slower_than"
        : "slower_than";
    const isFaster = (one, other) => rowOf(other)[decided].includes(rowOf(one).codec);
    if (
      new Set(points.map((p) => rowOf(p).run)).size !== 1 ||
      !points.some((p) => rowOf(p).processes > 1)
    )
      return [];
    const beats = (one, other) =>
      one.bytes === other.bytes ? isFaster(one, other) : !isFaster(other, one);
    const order = points.filter((p) => p.bytes !== null && !p.no_choice);
    order.sort(
      (a, b) =>
        a.bytes - b.bytes || rowOf(a).time_ns - rowOf(b).time_ns || (a.codec < b.codec ? -1 : 1),
    );
    const kept = [];
    for (const point of order) if (!kept.some((other) => beats(other, point))) kept.push(point);
    return kept.reverse();
  }

  async function draw(name, datasets) {
    const figure = document.querySelector(`figure[data-chart="${name}"]`);
    if (!figure) return;
    figure.hidden = datasets.table.length === 0;
    if (figure.hidden) return; // and what it showed before stays: without data Vega complains
    if (drawn.has(name)) {
      const { view } = await drawn.get(name);
      for (const [table, rows] of Object.entries(datasets)) view.data(table, rows);
      await view.resize().runAsync();
      describe(name, datasets);
      return;
    }
    const chart = page.specs[name];
    const filled = chart.data.map((d) =>
      d.name in datasets ? { ...d, values: datasets[d.name] } : d,
    );
    const spec = { ...chart, data: filled };
    const options = {
      mode: "vega",
      renderer: "svg",
      actions: false,
      defaultStyle: false,
      ast: true,
      tooltip: showTip,
    };
    drawn.set(name, vegaEmbed(figure.querySelector(".chart"), spec, options));
    walkable(figure.querySelector(".chart"));
    await drawn.get(name);
    describe(name, datasets); // Vega has put words of its own there
  }

  function times(operation) {
    const points = page.times.filter(
      (p) => p.workload === workload() && p.operation === operation && serbench.shown.has(p.codec),
    );
    const best = front(points);
    const names = best.map((p) => `${p.codec} (${p.label})`);
    const reasons = [...new Set(points.map((p) => p.no_choice))].filter(Boolean);
    const aside = reasons.map((reason) => {
      const codecs = points.filter((p) => p.no_choice === reason).map((p) => p.codec);
      return ` ${codecs.join(", ")}: ${reason}, and not counted.`;
    });
    byId("front-names").textContent = names.length
      ? `On it: ${names.join(", ")}.${aside.join("")}`
      : "";
    return points.map((p) => ({ ...p, front: best.indexOf(p) + 1 }));
  }

  const primaries = all("figure[data-primary]").map((figure) => figure.dataset.primary);
  async function drawCodecs() {
    const points = times(byId("chart-operation").value);
    // Without a choice, or without a verdict on any pair, there is no front.
    const sized = points.some((p) => p.front) ? points.filter((p) => p.bytes !== null) : [];
    await draw("front", { table: sized });
    await draw("bars", { table: points });
    for (const primary of primaries) {
      const parts = page.parts.filter(
        (p) => p.workload === workload() && p.primary === primary && serbench.shown.has(p.codec),
      );
      await draw(primary, { table: parts });
    }
  }

  const sampled = (codec, operation) => {
    const same = page.same.find(([w, c, o]) => w === workload() && c === codec && o === operation);
    const under = same ? same[3] : operation;
    return data.samples.find(
      (s) => s.workload === workload() && s.codec === codec && s.operation === under,
    );
  };
  const timed = (codec) =>
    page.times.filter(
      (p) => p.workload === workload() && p.codec === codec && p.operation !== page.round_trip,
    );

  function fillSelect(select, values, preferred) {
    const wanted = [select.value, preferred].find((value) => values.includes(value));
    select.replaceChildren(...values.map((value) => new Option(value, value)));
    if (wanted !== undefined) select.value = wanted;
  }

  async function drawCell() {
    const codec = byId("cell-codec").value;
    const operation = byId("cell-operation").value;
    const point = timed(codec).find((p) => p.operation === operation);
    const cell = point && sampled(codec, operation);
    const table = [];
    for (const { process, quiet, loud } of cell?.processes ?? []) {
      for (const [kind, all_ns] of [
        ["quiet", quiet],
        ["loud", loud],
      ]) {
        for (const ns of all_ns) {
          // Steps of the golden ratio fill the height evenly without repeating.
          const place = (table.length * 0.618034) % 1;
          table.push({
            ns,
            process: `process ${process}`,
            quiet: kind,
            place,
            tip: `${time(ns)}, process ${process}, ${kind}`,
          });
        }
      }
    }
    byId("cell-facts").textContent = cell ? facts(cell, table) : "";
    await draw("samples", { table, time: point ? [point] : [] });
    const steps = pastOf(codec, operation)?.steps ?? [];
    byId("cell-steps").textContent = steps.join(" ") || "No step was found in them.";
    await draw("history", { table: past(codec, operation, "times", time) });
    await draw("ratios", { table: past(codec, operation, "ratios", (x) => `${digits(x)}×`) });
  }

  function pastOf(codec, operation) {
    return data.history.cells.find(
      (c) => c.workload === workload() && c.codec === codec && c.operation === operation,
    );
  }

  // The points of the runs of a cell: its "times" or its "ratios", in words by `said`.
  function past(codec, operation, figure, said) {
    return (pastOf(codec, operation)?.[figure] ?? []).map(([place, middle, low, high]) => {
      const { run, serbench: version } = data.history.runs[place];
      const tip = `${run}, serbench ${version}\n${said(middle)}, from ${said(low)} to ${said(high)}`;
      return { run, middle, low, high, tip };
    });
  }

  function facts(cell, table) {
    const loud = table.filter((p) => p.quiet === "loud").length;
    const shown =
      table.length < cell.taken
        ? `${table.length} of ${cell.taken} samples, evenly through their order`
        : `${cell.taken} samples`;
    const out =
      cell.mild + cell.severe === 0
        ? "no outliers"
        : `${cell.mild} mild and ${cell.severe} severe outliers by Tukey's fences, all kept`;
    return `${shown}; ${loud === 0 ? "none" : loud} of these taken in a loud moment; ${out}.`;
  }

  const operations = [...byId("chart-operation").options].map((option) => option.value);
  function chooseCodec() {
    const points = page.times.filter(
      (p) => p.workload === workload() && serbench.shown.has(p.codec),
    );
    const quickest = points
      .filter((p) => !p.no_choice && p.operation === operations[0])
      .sort((a, b) => a.ns - b.ns);
    fillSelect(
      byId("cell-codec"),
      [...new Set(points.map((p) => p.codec))].sort(),
      quickest[0]?.codec,
    );
    chooseOperation();
  }

  function chooseOperation() {
    const timedOperations = new Set(timed(byId("cell-codec").value).map((p) => p.operation));
    fillSelect(
      byId("cell-operation"),
      operations.filter((operation) => timedOperations.has(operation)),
    );
    queue(drawCell);
  }

  const drawFiles = () =>
    draw("files", { table: page.files.filter((p) => p.of === choose("experiment")) });

  // One drawing after the other and none before the page is there, so that it answers in between.
  let drawing = new Promise((ready) => addEventListener("load", () => setTimeout(ready)));
  const waiting = new Set();
  function queue(work) {
    if (waiting.has(work)) return;
    waiting.add(work);
    document.body.removeAttribute("data-drawn");
    drawing = drawing
      .then(() => {
        waiting.delete(work);
        return work();
      })
      .catch((error) => console.error(error)) // one chart's failure is not that of the next
      .then(() => document.body.toggleAttribute("data-drawn", waiting.size === 0));
  }

  if (page.times.length > 0) {
    byId("charts").hidden = false;
    byId("cell-controls").hidden = data.samples.length === 0 && data.history.cells.length === 0;
    byId("chart-operation").addEventListener("change", () => queue(drawCodecs));
    byId("chart-workload")?.addEventListener("change", () => {
      queue(drawCodecs);
      chooseCodec();
    });
    byId("cell-codec").addEventListener("change", chooseOperation);
    byId("cell-operation").addEventListener("change", () => queue(drawCell));
    serbench.watchers.push(() => {
      queue(drawCodecs);
      chooseCodec();
    });
    queue(drawCodecs);
    chooseCodec();
  }
  if (page.files.length > 0) {
    byId("file-controls").hidden = false;
    byId("experiment").addEventListener("change", () => queue(drawFiles));
    queue(drawFiles);
  }
  if (page.times.length === 0 && page.files.length === 0)
    document.body.toggleAttribute("data-drawn", true);
})();
