// Texts of the server become text nodes only. Money stays a decimal string, compared as a scaled BigInt.

const REFRESH_MS = 5000;
const PATIENCE_MS = 4000;
// A refusal arrives as problem+json, so it has to be acceptable beside the stream.
const ACCEPT = 'text/event-stream, application/problem+json, application/json';
const $ = (id) => document.getElementById(id);

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

const setText = (id, text) => {
  if ($(id).textContent !== text) $(id).textContent = text;
};

// Figures

const count = (n) => (n == null ? '–' : Number(n).toLocaleString('en'));
const clock = (at) => new Date(at).toLocaleTimeString('en-GB');
const moment = (at) => new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const tokensIn = (usage) => (usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0);

/** Drops zeros at the end, but keeps two decimals: "0.5000" is "0.50". */
function money(decimal) {
  if (decimal == null) return '–';
  const [whole, fraction = ''] = String(decimal).split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** The decimal times 10^12, or null when it is no plain decimal. */
function scaled(decimal) {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(decimal ?? 0));
  if (!parts) return null;
  const size = BigInt(parts[2] + (parts[3] ?? '').slice(0, 12).padEnd(12, '0'));
  return parts[1] ? -size : size;
}

/** The width of a bar: what share of the whole a part is, 0 to 100. */
function share(part, whole) {
  const [p, w] = [scaled(part), scaled(whole)];
  if (p === null || w === null || p <= 0n) return 0;
  return w <= 0n || p >= w ? 100 : Number((p * 10000n) / w) / 100;
}

// Chat

let running = null;

/** The events of a text/event-stream body; leaving the loop early cancels the request. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let name = '';
  let data = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      // A carriage return at the end of a chunk may be half of a line end: it waits for the next chunk.
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop();
      for (const line of lines) {
        if (line === '') {
          if (data.length) yield { name: name || 'message', data: JSON.parse(data.join('\n')) };
          name = '';
          data = [];
          continue;
        }
        const [, field, text] = /^([^:]*):? ?(.*)$/s.exec(line);
        if (field === 'event') name = text;
        else if (field === 'data') data.push(text);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** An error of the API in words. */
function inWords(problem, status) {
  const { budget, detail, title = 'The request failed', status: code = status } = problem;
  if (budget) return [`The budget “${budget}” is used up.`, detail];
  if (code === 429) return ['Too much was asked for, and this request was refused.', detail];
  if (code === 422) return ['This message was blocked.', detail];
  return [`${title}${code ? ` (${code})` : ''}.`, detail];
}

function newTurn(message) {
  $('empty')?.remove();
  const answer = element('article', 'answer');
  const trace = element('p', 'trace');
  const text = element('p', 'text');
  const receipt = element('p', 'receipt');
  answer.append(element('p', 'question', message), trace, text, receipt);
  $('log').append(answer);
  const turn = {
    answer,
    text,
    state(state, words) {
      answer.dataset.state = state;
      receipt.textContent = words;
    },
    note: (words, kind) => trace.append(element('span', kind, words)),
    fail([headline, detail]) {
      const error = element('div', 'error');
      error.append(element('strong', '', headline));
      if (detail) error.append(element('span', '', detail));
      answer.insertBefore(error, receipt);
      turn.state('failed', 'No receipt');
    },
    done({ runId, model, usage, usd }) {
      answer.dataset.run = runId ?? '';
      const extra = (n, word) => (n ? ` (${count(n)} ${word})` : '');
      const parts = [
        `${money(usd)} USD`,
        `${count(tokensIn(usage))} in${extra(usage?.cacheRead, 'cached')}`,
        `${count(usage?.output ?? 0)} out${extra(usage?.reasoning, 'reasoning')}`,
        model,
        runId && `run ${runId}`,
      ];
      turn.state('done', '');
      receipt.append(...parts.filter(Boolean).map((part) => element('span', '', part)));
    },
  };
  turn.state('waiting', 'Waiting for the first words');
  return turn;
}

/** Keeps the end of the log in sight, unless the reader has scrolled up. */
function following(change) {
  const log = $('log');
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
  change();
  if (atEnd) log.scrollTop = log.scrollHeight;
}

function show(turn, { name, data }) {
  if (name === 'delta') {
    turn.text.append(data.text ?? '');
    if (turn.answer.dataset.state === 'waiting') turn.state('streaming', 'Streaming');
  } else if (name === 'tool') {
    turn.note(`tool ${data.name}`, name);
  } else if (name === 'restarted') {
    turn.text.textContent = '';
    turn.note('restarted', 'retry');
    turn.state('waiting', 'Restarted, waiting for the first words');
  } else if (name === 'done') {
    turn.done(data);
  } else if (name === 'error') {
    turn.fail(inWords(data));
  }
}

async function stream(turn, query, signal) {
  const response = await fetch(`api/chat/stream?${query}`, { headers: { Accept: ACCEPT }, signal });
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    return following(() => turn.fail(inWords(problem, response.status)));
  }
  for await (const event of eventsOf(response.body)) {
    following(() => show(turn, event));
    if (event.name === 'done' || event.name === 'error') return;
  }
  following(() => turn.fail(['The answer broke off.', 'The stream ended before the answer was complete.']));
}

function busy(controller) {
  running = controller;
  $('log').setAttribute('aria-busy', String(controller !== null));
  for (const example of $('examples').children) example.setAttribute('aria-disabled', String(controller !== null));
  // A focused button that is disabled drops the focus to the page, so it is handed on first.
  const [from, to] = controller ? [$('send'), $('stop')] : [$('stop'), $('send')];
  to.disabled = false;
  if (document.activeElement === from) to.focus();
  from.disabled = true;
}

async function send(message) {
  if (running || !message) return;
  const controller = new AbortController();
  busy(controller);
  const query = new URLSearchParams({ message });
  const tenant = $('tenant').value.trim();
  if (tenant) query.set('tenant', tenant);
  const turn = newTurn(message);
  $('log').scrollTop = $('log').scrollHeight;
  try {
    await stream(turn, query, controller.signal);
  } catch (failure) {
    following(() => {
      if (controller.signal.aborted) turn.state('stopped', 'Stopped, no receipt');
      else if (failure instanceof SyntaxError) turn.fail(['The answer broke off.', 'The server sent an event that cannot be read.']);
      else turn.fail(['The connection to the server failed.', 'Check that the application is running, then send again.']);
    });
  }
  busy(null);
  refresh();
}

$('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const message = $('message').value.trim();
  if (running || !message) return;
  $('message').value = '';
  send(message);
});

$('message').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (!running) $('form').requestSubmit();
});

$('stop').addEventListener('click', () => running?.abort());

$('examples').addEventListener('click', (event) => {
  const example = event.target.closest('button');
  if (example) send(example.dataset.message ?? example.textContent);
});

// Panels

const CAUSES = ['retries', 'hedges', 'abandoned', 'failed'];

/** What was spent for nothing, in words; empty when nothing was. */
function wasted(waste, currency) {
  const causes = CAUSES.filter((cause) => waste?.[cause]?.requests).map((cause) => `${cause} ${money(waste[cause].usd)}`);
  return causes.length ? `${currency} that bought nothing: ${causes.join(', ')}` : '';
}

function showCosts({ currency = 'USD', since, answers = {}, spend = {}, waste }) {
  setText('currency', currency);
  setText('waste', wasted(waste, currency));
  for (const [view, figures, calls] of [['answers', answers, answers.calls], ['spend', spend, spend.requests]]) {
    setText(`${view}-exact`, figures.exact === false ? 'at least' : 'exactly');
    setText(`${view}-usd`, money(figures.usd));
    setText(`${view}-in`, count(tokensIn(figures.usage)));
    setText(`${view}-out`, count(figures.usage?.output ?? 0));
    setText(`${view}-calls`, count(calls));
  }
  const notes = [since ? `Since ${moment(since)}` : 'Since the start'];
  if (spend.unpriced) notes.push(`${count(spend.unpriced)} unpriced`);
  if (spend.estimated) notes.push(`${count(spend.estimated)} estimated`);
  return notes.join(', ');
}

const UNITS = [
  ['usd', 'USD', money],
  ['tokens', 'tokens', count],
  ['calls', 'calls', count],
];

function bar(budget, [key, word, format], alone) {
  const limit = budget.limit[key];
  const of = (part) => budget[part]?.[key] ?? 0;
  const remaining = budget.remaining?.[key];
  const left = scaled(remaining);
  const over = budget.exceeded && (alone || (remaining != null && left !== null && left <= 0n));
  const spent = share(of('spent'), limit);
  const row = element('div', over ? 'over' : '');
  const track = element('div', 'track');
  track.setAttribute('aria-hidden', 'true');
  const fill = (kind, percent) => {
    const part = element('i', kind);
    part.style.width = `${percent}%`;
    track.append(part);
  };
  fill('spent', spent);
  fill('reserved', Math.min(share(of('reserved'), limit), 100 - spent));
  for (const percent of budget.thresholds ?? []) {
    const reached = alone ? budget.reached?.includes(percent) : spent >= percent;
    const mark = element('b', reached ? 'mark reached' : 'mark');
    mark.style.left = `${percent}%`;
    track.append(mark);
  }
  const line = (...texts) => {
    const words = element('p');
    words.append(...texts.map((text) => element('span', '', text)));
    return words;
  };
  row.append(
    line(`${format(remaining)} ${word} left`, `limit ${format(limit)}`),
    track,
    line(`${format(of('spent'))} spent`, `${format(of('reserved'))} reserved`),
  );
  return row;
}

/** Which thresholds were reached in this window, and which one comes next. */
function reachedInWords({ thresholds = [], reached = [] }) {
  const percents = (list) => list.map((percent) => `${percent} %`).join(', ');
  const next = thresholds.find((percent) => !reached.includes(percent));
  const parts = [reached.length && `reached ${percents(reached)}`, next && `next ${reached.length ? '' : 'threshold '}${next} %`];
  const words = parts.filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function showBudgets({ budgets: all = [] }) {
  // A run is over when its answer is there: what was left of its own budgets says nothing any more.
  const budgets = all.filter(({ scope }) => scope !== 'run');
  $('budgets').replaceChildren(
    ...budgets.map((budget) => {
      const item = element('li', budget.exceeded ? 'exceeded' : '');
      item.dataset.budget = budget.name;
      item.dataset.key = budget.key ?? '';
      const head = element('div', 'head');
      const owner = [budget.scope, budget.key !== budget.scope && budget.key].filter(Boolean).join(' ');
      const until = budget.window?.end ? `, until ${moment(budget.window.end)}` : '';
      const refused = budget.refusals ? `, ${count(budget.refusals)} refused` : '';
      head.append(
        element('strong', '', budget.name),
        element('em', '', (budget.exceeded ? 'Exceeded' : 'Within limit') + refused),
        element('span', '', owner + (budget.parent ? `, in ${budget.parent}` : '') + until),
        element('span', '', reachedInWords(budget)),
      );
      const limits = UNITS.filter(([key]) => budget.limit?.[key] != null);
      item.append(head, ...limits.map((unit) => bar(budget, unit, limits.length === 1)));
      return item;
    }),
  );
  return budgets.length ? '' : 'No budget has been used yet';
}

const TONES = { refusal: /refus|block|exceed|fail|error/i, retry: /retr|restart/i, tool: /tool/i };
const tone = (kind) => Object.keys(TONES).find((name) => TONES[name].test(kind));

function showEvents(events) {
  $('events').replaceChildren(
    ...events.slice(0, 30).map(({ at, kind = 'event', text = '' }) => {
      const item = element('li');
      item.dataset.kind = kind;
      const time = element('time', '', clock(at));
      time.dateTime = at;
      const words = element('p');
      words.append(element('b', tone(kind), kind), ` ${text}`);
      item.append(time, words);
      return item;
    }),
  );
  return events.length ? '' : 'Nothing has happened yet';
}

const panels = [
  { note: 'spend-note', path: 'actuator/costs', show: showCosts },
  { note: 'budgets-note', path: 'actuator/budgets', show: showBudgets },
  { note: 'events-note', path: 'api/events', show: showEvents },
];

/** Draws a panel anew only when its data changed; on a failure it stays, and its note says so. */
async function update(panel) {
  try {
    const response = await fetch(panel.path, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    if ([401, 403, 404].includes(response.status)) {
      return setText(panel.note, `Not exposed (/${panel.path} answers ${response.status})`);
    }
    if (!response.ok) throw new Error();
    const body = await response.text();
    if (body !== panel.body) {
      panel.words = panel.show(JSON.parse(body));
      panel.body = body;
    }
    setText(panel.note, panel.words);
  } catch {
    setText(panel.note, `Not available${panel.body ? ', last known state' : ''}`);
  }
}

let refreshing = false;
let again = false;

/** One refresh at a time; one asked for meanwhile follows it, so that the figures after an answer are new. */
async function refresh() {
  again = refreshing;
  if (again) return;
  refreshing = true;
  await Promise.all(panels.map(update));
  refreshing = false;
  $('ledger').className = 'ready';
  if (again) refresh();
}

const refreshIfVisible = () => document.visibilityState === 'visible' && refresh();
document.addEventListener('visibilitychange', refreshIfVisible);
setInterval(refreshIfVisible, REFRESH_MS);
refresh();
