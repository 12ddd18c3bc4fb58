// Runs on the verification pages: sends the form, tells the window that waits, moves on.
;(() => {
  const d = JSON.parse(document.getElementById('d').textContent)
  if (d.submit) document.getElementById('f').submit()

  // The message holds an address: it goes to a named origin only, never to '*'.
  if (d.tell)
    for (const w of [opener, parent])
      if (w && w !== window) w.postMessage(d.tell, d.origin || location.origin)
  if (d.channel && window.BroadcastChannel) new BroadcastChannel('storehand').postMessage(d.channel)
  if (d.leave)
    setTimeout(() => {
      try {
        top.location.replace(d.leave)
      } catch {
        location.replace(d.leave)
      }
    }, d.after * 1000)
  if (d.close) close()
  if (d.focus) document.querySelector('h1').focus()
})()
