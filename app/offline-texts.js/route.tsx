import { prepareTexts } from '#lib/messages/signer-texts'
import ar from '#messages/ar/offline.json'
import cs from '#messages/cs/offline.json'
import de from '#messages/de/offline.json'
import el from '#messages/el/offline.json'
import en from '#messages/en/offline.json'
import es from '#messages/es/offline.json'
import fr from '#messages/fr/offline.json'
import he from '#messages/he/offline.json'
import hi from '#messages/hi/offline.json'
import it from '#messages/it/offline.json'
import ja from '#messages/ja/offline.json'
import nl from '#messages/nl/offline.json'
import pl from '#messages/pl/offline.json'
import pt from '#messages/pt/offline.json'
import sv from '#messages/sv/offline.json'
import tr from '#messages/tr/offline.json'
import uk from '#messages/uk/offline.json'
import zh from '#messages/zh/offline.json'

/**
 * The texts of the offline page, by language, for the service worker; browsers keep them with it.
 * Next serves `.tsx` only.
 */
export function GET() {
  const texts = prepareTexts({ en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh })
  return new Response(`const texts = ${JSON.stringify(texts)}\n`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
