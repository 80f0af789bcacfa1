/*
 * Shows a page of its own when a page cannot be loaded, because the device is offline or the service cannot be reached.
 * It stores nothing: every page and all other requests come from the network.
 */

/* global texts */
importScripts('/offline-texts.js')

const styles = `
  :root { color-scheme: light dark; }
  :root[data-theme=light] { color-scheme: light; }
  :root[data-theme=dark] { color-scheme: dark; }
  body {
    margin: 0; min-height: 100dvh; box-sizing: border-box; padding: 1.5rem;
    display: flex; flex-direction: column; align-items: center; justify-content: center; text-align: center;
    font: 0.9375rem/1.4375rem ui-sans-serif, system-ui, sans-serif;
    background: light-dark(#f5f1e8, #161512); color: light-dark(#1d1a16, #efe9dc);
  }
  svg { width: 3rem; height: 3rem; color: light-dark(#24399b, #aebcff); }
  h1 { margin: 1.5rem 0 0; font: 400 2rem/2.5rem Palatino, "Palatino Linotype", P052, Georgia, serif; }
  p { max-width: 28rem; margin: 0.75rem 0 0; color: light-dark(#585145, #bdb4a3); }
  button {
    margin-top: 2rem; min-height: 2.5rem; padding: 0 1rem; font: inherit; font-weight: 500; cursor: pointer;
    background: light-dark(#fdfbf6, #1f1d19); color: inherit;
    border: 1px solid light-dark(#8f8570, #837a68); border-radius: 3px;
  }
  button:hover { border-color: currentColor; }
  #attempt { min-height: 1.4375rem; font-size: 0.875rem; }`

/** What the page runs: it asks whether the service is ready, and then loads the page that was wanted. */
const script = `
  const RETRY_MILLISECONDS = 5000
  const cookieOf = (name) => document.cookie.match('(?:^|; )' + name + '=([^;]*)')?.[1]
  const isSigning = location.pathname.startsWith('/sign/')
  const chosen = isSigning ? cookieOf('paraph-signing-language') : cookieOf('paraph-language')
  const preferred = [chosen, ...navigator.languages.map((tag) => tag.split('-')[0])]
  const language = preferred.find((code) => Object.hasOwn(texts, code)) ?? 'en'
  const text = texts[language]
  const button = document.querySelector('button')
  const attempt = document.querySelector('#attempt')
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
  document.documentElement.dataset.theme = cookieOf('paraph-theme') ?? 'system'
  button.textContent = text.retry

  function showReason() {
    document.title = navigator.onLine ? text.unreachable : text.offline
    document.querySelector('h1').textContent = document.title
    document.querySelector('#reason').textContent = navigator.onLine ? text.unreachableText : text.offlineText
  }
  async function openWhenReady() {
    const ready = await fetch('/api/v1/health/ready', { cache: 'no-store' }).then(({ ok }) => ok, () => false)
    if (ready) location.reload()
    return ready
  }

  showReason()
  addEventListener('offline', showReason)
  addEventListener('online', () => {
    showReason()
    openWhenReady()
  })
  setInterval(openWhenReady, RETRY_MILLISECONDS)
  button.addEventListener('click', async () => {
    attempt.textContent = text.trying
    if (!(await openWhenReady())) attempt.textContent = text.failed
  })`

/** The page in place of the one that cannot be loaded, under the same address. */
function unreachablePage() {
  const nonce = crypto.randomUUID()
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Paraph</title>
<style>${styles}</style>
<body>
<svg viewBox="0 0 32 32" fill="none" aria-hidden="true"><path d="M11.2 20.6C11.9 14.6 13 9.3 14.5 5.2M8.6 8.8c3-3.6 8.2-5.3 11.8-4.3 3.8 1.1 3.7 5.5.3 8-2.6 1.9-6.2 2.5-9 1.7M11.2 20.6c-.4 2.8-3 4.6-5 4.1-2.2-.6-1.7-3.3 1.2-3.7 5.2-.7 8.4 5.6 13.4 5.5 3.3-.1 5.8-2.4 7.8-5.3" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></svg>
<h1></h1>
<p id="reason"></p>
<button type="button"></button>
<p id="attempt" role="status"></p>
<script nonce="${nonce}">const texts = ${JSON.stringify(texts)}
${script}</script>`
  const policy =
    `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; ` +
    `base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  return new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

/** A proxy in front of a service that has stopped answers in its place; the service gives each response an id. */
function isFromProxy(response) {
  return [502, 503, 504].includes(response.status) && !response.headers.has('x-request-id')
}

async function loadPage(request) {
  try {
    const response = await fetch(request)
    return isFromProxy(response) ? unreachablePage() : response
  } catch {
    return unreachablePage()
  }
}

// A new version of this file replaces the old one at once: no page depends on either.
self.addEventListener('install', (event) => {
  self.skipWaiting()
  // Where the browser can, only pages come here: others are faster without this way, on which the last requests of a page
  // that closes may be lost.
  event.addRoutes?.([
    { condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' },
    ...['cors', 'no-cors', 'same-origin'].map((requestMode) => ({
      condition: { requestMode },
      source: 'network',
    })),
  ])
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  // Navigations to the API are downloads, after which the page stays, and the return from a sign-in provider. Without
  // navigation preload, which would send them twice: a provider's code works once.
  const isPage = request.mode === 'navigate' && !new URL(request.url).pathname.startsWith('/api/')
  if (isPage && request.method === 'GET') event.respondWith(loadPage(request))
})
