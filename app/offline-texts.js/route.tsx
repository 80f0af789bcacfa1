import { chosenTexts } from '#lib/messages/pseudo'
import de from '#messages/de/offline.json'
import en from '#messages/en/offline.json'
import es from '#messages/es/offline.json'
import fr from '#messages/fr/offline.json'

/**
 * The texts of the offline page, by language, for the service worker; browsers keep them with it.
 * Next serves `.tsx` only.
 */
export function GET() {
  const texts = chosenTexts({ en, fr, de, es })
  return new Response(`const texts = ${JSON.stringify(texts)}\n`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
