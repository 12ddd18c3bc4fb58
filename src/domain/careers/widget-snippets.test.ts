// The code for a shop's pages: complete, and no shop's name can break out of its attribute.
import { expect, test } from 'vitest'
import { frameSnippet, loaderSnippet, themeEditorUrl } from './widget-snippets.ts'
import { readWidgetOptions } from './widget.ts'

const appUrl = 'https://jobs.example'

test('one script element names the shop, its look, and what is left without scripts', () => {
  const options = readWidgetOptions({ org: 'tiny-tea', color: '#080' })
  expect(loaderSnippet({ appUrl, shopName: 'Tiny Tea', options })).toBe(
    `<div style="min-height:600px">
<script src="https://jobs.example/embed.js"
  data-org="tiny-tea" data-title="Job openings at Tiny Tea" data-style="full" data-color="008800" async></script>
<noscript><a href="https://jobs.example/embed?color=008800&amp;org=tiny-tea">Job openings at Tiny Tea</a></noscript>
</div>`,
  )
})

// shows: 9-8
test('the plain frame listens to its own window and origin only, and answers', () => {
  const snippet = frameSnippet({
    appUrl,
    shopName: 'Tiny Tea',
    options: readWidgetOptions({ org: 'tiny-tea' }),
  })
  expect(snippet).toContain('title="Job openings at Tiny Tea" loading="lazy"')
  expect(snippet).toContain('height:600px')
  expect(snippet).toContain('event.source !== frame.contentWindow')
  expect(snippet).toContain("event.origin !== 'https://jobs.example'")
  expect(snippet).toContain('storehand-resize-ack')
})

test.each([frameSnippet, loaderSnippet])('a name stays text in %o', (snippet) => {
  const options = readWidgetOptions({ org: '"><b' })
  const code = snippet({ appUrl, shopName: '"><img src=x onerror=alert(1)> & Söhne', options })
  expect(code).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; Söhne')
  expect(code).not.toContain('<img')
  expect(code).not.toContain('<b')
})

test('the theme editor is opened with the block to be added, or the button to be switched on', () => {
  const app = {
    url: 'https://tiny-tea.myshopify.com/admin/themes/current/editor',
    client_id: 'abc',
  }
  expect(themeEditorUrl(app, 'page')).toBe(
    'https://tiny-tea.myshopify.com/admin/themes/current/editor?template=page&addAppBlockId=abc/careers&target=newAppsSection',
  )
  expect(themeEditorUrl(app, 'page', 'job-openings')).toContain(
    '&previewPath=%2Fpages%2Fjob-openings',
  )
  expect(themeEditorUrl(app, 'everyPage')).toBe(
    'https://tiny-tea.myshopify.com/admin/themes/current/editor?context=apps&activateAppId=abc/careers-embed',
  )
})
