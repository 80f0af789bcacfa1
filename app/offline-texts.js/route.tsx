import { offlineTexts } from '#lib/messages/offline'

/**
 * The texts of the offline page, by language, for the service worker; browsers keep them with it.
 * Next serves `.tsx` only.
 */
export function GET() {
  return new Response(`const texts = ${JSON.stringify(offlineTexts)}\n`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
