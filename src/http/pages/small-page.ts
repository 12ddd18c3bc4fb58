// A small page for a link in a mail, with one question or form: no scripts and no external resources.
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '../context.ts'
import { directionOf } from '#domain/texts/direction.ts'
import { currentLocale } from '#domain/texts/locale.ts'

const styleSheet = html`<style>
  :root {
    color-scheme: light dark;
  }
  body {
    font:
      16px/24px system-ui,
      sans-serif;
    margin: 0;
    padding: 48px 16px;
    background: light-dark(#fbfaf7, #110f16);
    color: light-dark(#1e1927, #f2f0ec);
  }
  main {
    max-width: 432px;
    margin: auto;
    padding: 24px;
    border: 1px solid light-dark(#e2dfda, #33303a);
    border-top: 1.5px solid light-dark(#1e1927, #76727f);
    border-radius: 0 0 10px 10px;
    background: light-dark(#fff, #1a171f);
  }
  h1 {
    margin: 0;
    font-size: 24px;
    line-height: 32px;
  }
  button {
    min-height: 44px;
    padding: 8px 18px;
    border: 0;
    border-radius: 7px;
    background: light-dark(#763ae2, #8255e7);
    color: #fff;
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  button:focus-visible,
  input:focus-visible {
    outline: 2px solid #8b5cf6;
    outline-offset: 2px;
  }
  form + form {
    margin-top: 24px;
    padding-top: 8px;
    border-top: 1px solid light-dark(#e2dfda, #33303a);
  }
  form + form button {
    border: 1px solid light-dark(#8d8894, #76727f);
    background: none;
    color: inherit;
  }
  label {
    display: block;
    font-weight: 600;
  }
  input[type='password'] {
    box-sizing: border-box;
    width: 100%;
    min-height: 44px;
    margin: 4px 0 16px;
    padding: 8px 12px;
    border: 1px solid light-dark(#8d8894, #76727f);
    border-radius: 7px;
    background: light-dark(#fff, #110f16);
    color: inherit;
    font: inherit;
  }
  [role='alert'] {
    margin: 0 0 8px;
    color: light-dark(#b3261e, #ffb4ab);
  }
  a {
    color: light-dark(#6d28d9, #c4b5fd);
  }
</style>`

export function renderSmallPage(
  c: Ctx,
  title: string,
  content: ReturnType<typeof html>,
  status: ContentfulStatusCode,
): Response | Promise<Response> {
  c.header('Cache-Control', 'no-store')
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  // The address contains a token, which other sites must not see. Not 'no-referrer': the form post would then have no origin and be
  // refused as a cross-site request.
  c.header('Referrer-Policy', 'same-origin')
  return c.html(
    html`<!doctype html>
      <html lang="${currentLocale()}" dir="${directionOf(currentLocale())}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          ${styleSheet}
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
        </body>
      </html>`,
    status,
  )
}
