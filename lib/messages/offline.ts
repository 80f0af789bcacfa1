import ar from '#messages/ar/offline.json' with { type: 'json' }
import cs from '#messages/cs/offline.json' with { type: 'json' }
import de from '#messages/de/offline.json' with { type: 'json' }
import el from '#messages/el/offline.json' with { type: 'json' }
import en from '#messages/en/offline.json' with { type: 'json' }
import es from '#messages/es/offline.json' with { type: 'json' }
import fr from '#messages/fr/offline.json' with { type: 'json' }
import he from '#messages/he/offline.json' with { type: 'json' }
import hi from '#messages/hi/offline.json' with { type: 'json' }
import it from '#messages/it/offline.json' with { type: 'json' }
import ja from '#messages/ja/offline.json' with { type: 'json' }
import nl from '#messages/nl/offline.json' with { type: 'json' }
import pl from '#messages/pl/offline.json' with { type: 'json' }
import pt from '#messages/pt/offline.json' with { type: 'json' }
import sv from '#messages/sv/offline.json' with { type: 'json' }
import tr from '#messages/tr/offline.json' with { type: 'json' }
import uk from '#messages/uk/offline.json' with { type: 'json' }
import zh from '#messages/zh/offline.json' with { type: 'json' }
import { prepareTexts } from './signer-texts.ts'

/** What a reader is told while the service does not answer, by language. */
export const offlineTexts = prepareTexts({
  en,
  fr,
  de,
  es,
  it,
  pt,
  nl,
  pl,
  cs,
  sv,
  tr,
  uk,
  el,
  ar,
  he,
  hi,
  ja,
  zh,
})
