// The page of the store's admin with the app in its frame: the menu, the title, the save bar and the messages around it. The two questions
// about unsaved changes have the words of the real admin, as reported; the look is ours.
import { escapeHtml } from '#domain/texts/escape-html.ts'
import type { StandIn } from './options.ts'
import { page } from './page.ts'
import { adminHandleOf, type Shop } from './shops.ts'

/** `inside`: the path below the app's address. `query`: what the platform signs for the frame. */
export function framePage({ app }: StandIn, shop: Shop, inside: string, query: string): string {
  const at = `/store/${adminHandleOf(shop)}/apps/${app.id}`
  const script = `
    const frame = document.querySelector('iframe')
    const find = (name) => document.querySelector(name)
    const appOrigin = ${JSON.stringify(new URL(app.url).origin)}
    const tell = (name, value) => frame.contentWindow.postMessage({ tell: name, value }, appOrigin)
    let bar = ''
    let isDiscardAsked = false
    // Never answers when the merchant stays.
    const confirmed = (question, yes) => new Promise((go) => {
      const dialog = find('#question')
      dialog.querySelector('p').textContent = question
      dialog.querySelector('[value=yes]').textContent = yes
      dialog.returnValue = ''
      dialog.onclose = () => dialog.returnValue === 'yes' && go()
      dialog.showModal()
    })
    const calls = {
      async idToken() {
        return (await fetch('/store/${adminHandleOf(shop)}/id-token')).text()
      },
      async extensions() {
        return (await fetch('/store/${adminHandleOf(shop)}/extensions')).json()
      },
      toast({ id, message, isError, action, duration = 5000 }) {
        const toast = find('#toast')
        toast.textContent = message
        toast.dataset.id = id
        toast.className = isError ? 'error' : ''
        if (action) {
          const button = document.createElement('button')
          button.textContent = action
          button.onclick = () => { tell('toastAction', id); toast.textContent = '' }
          toast.append(' ', button)
        }
        setTimeout(() => calls.hideToast(id), duration)
      },
      hideToast(id) {
        if (find('#toast').dataset.id === id) find('#toast').textContent = ''
      },
      saveBar({ id, isShown, asksFirst = false }) {
        bar = isShown ? id : ''
        isDiscardAsked = asksFirst
        find('#save-bar').hidden = !isShown
      },
      leave: () => confirmed('Leave page with unsaved changes?', 'Leave page'),
      show({ links, title, path }) {
        find('#menu').replaceChildren(...links.filter(({ isHome }) => !isHome).map(({ href, label }) => {
          const link = document.createElement('a')
          link.textContent = label
          link.href = '${at}' + href.split('?')[0]
          link.onclick = (event) => { event.preventDefault(); tell('navigate', href) }
          if (path.split('?')[0] === href.split('?')[0]) link.setAttribute('aria-current', 'page')
          return link
        }))
        find('#title').textContent = title
        history.replaceState(null, '', path === '/' ? '${at}' : '${at}' + path)
      },
      async scopes(value) {
        const url = '/store/${adminHandleOf(shop)}/scopes'
        const asked = await fetch(url + '?optional_scopes=' + value.join(','))
        if (!asked.ok) return { error: await asked.text() }
        const dialog = find('#scopes')
        dialog.querySelector('div').innerHTML = await asked.text()
        dialog.returnValue = ''
        dialog.showModal()
        await new Promise((closed) => (dialog.onclose = closed))
        if (dialog.returnValue !== 'give') return { result: 'declined-all' }
        await fetch(url, { method: 'POST', body: new URLSearchParams({ optional_scopes: value.join(',') }) })
        return { result: 'granted-all' }
      },
      go(value) {
        if (/^https?:/.test(value)) location.href = value
      },
    }
    find('#save').onclick = () => tell('saveBar', { id: bar, button: 'save' })
    find('#discard').onclick = async () => {
      const id = bar
      if (isDiscardAsked) await confirmed('Discard all unsaved changes?', 'Discard changes')
      tell('saveBar', { id, button: 'discard' })
    }
    addEventListener('message', async (event) => {
      if (event.origin !== appOrigin || event.source !== frame.contentWindow) return
      const { demoStore, call, value } = event.data ?? {}
      if (demoStore === undefined || !Object.hasOwn(calls, call)) return
      const answer = await calls[call](value)
      if (demoStore > 0) frame.contentWindow.postMessage({ demoStore, value: answer ?? null }, appOrigin)
    })`
  return page(
    app.name,
    `<div id="save-bar" role="region" aria-label="Unsaved changes" hidden>Unsaved changes
      <span><button id="discard">Discard</button> <button id="save">Save</button></span></div>
    <div class="admin"><nav aria-label="Admin"><strong>${escapeHtml(shop.name)}</strong>
      <a href="/store/${adminHandleOf(shop)}">Home</a>
      <a href="${at}">${escapeHtml(app.name)}</a><div id="menu"></div></nav>
    <div class="app"><div class="title">${escapeHtml(app.name)} <span id="title"></span></div>
    <iframe title="${escapeHtml(app.name)}" allow="clipboard-write" src="${escapeHtml(`${app.url}/${inside}?${query}`)}"></iframe></div></div>
    <p role="status" id="toast"></p>
    <dialog id="scopes" aria-label="Give access"><form method="dialog"><div></div>
      <button value="give">Give access</button> <button value="">Cancel</button></form></dialog>
    <dialog id="question" aria-label="Unsaved changes"><form method="dialog"><p></p>
      <button value="yes"></button> <button value="">Continue editing</button></form></dialog>
    <script>${script}</script>`,
    { isWide: true },
  )
}
