/** Text that is already HTML, so `html` does not escape it again. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | Html[]

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, index) => string + render(parts[index] ?? '')).join(''))
}

export function htmlPage(title: string, body: Html, status = 200): Response {
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <!-- Else a browser with a window asks the server for one, without the key that the stand-in of Stripe wants. -->
      <link rel="icon" href="data:," />
      <title>${title}</title>
      <style>
        body {
          margin: clamp(1rem, 4vw, 2rem);
          font: 1rem/1.5 system-ui;
        }
        th,
        td {
          padding: 0.25rem 1rem 0.25rem 0;
          text-align: left;
        }
        iframe {
          width: 100%;
          height: 40rem;
          border: 1px solid #ccc;
        }
        form {
          display: inline-block;
          margin: 0 1rem 0.5rem 0;
        }
        label {
          display: inline-block;
        }
        button,
        input,
        select {
          font: inherit;
        }
        article {
          border-top: 1px solid #ccc;
        }
        code {
          overflow-wrap: anywhere;
        }
        pre {
          white-space: pre-wrap;
        }
      </style>
      <main>
        <h1>${title}</h1>
        ${body}
      </main>
    </html>`
  return new Response(page.text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** Renders a form that posts these values and its own fields to the page's own address. */
export function postForm(fields: Record<string, string>, body: Html): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`<form method="post">${hidden} ${body}</form>`
}

export const selectField = (name: string, label: string, options: readonly string[]) =>
  html`<label
    >${label}
    <select name="${name}">
      ${options.map((option) => html`<option>${option}</option>`)}
    </select></label
  >`

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
