import type { SignerLocale } from '#lib/core/locales'
import ar from '#messages/ar/certificate.json' with { type: 'json' }
import cs from '#messages/cs/certificate.json' with { type: 'json' }
import de from '#messages/de/certificate.json' with { type: 'json' }
import el from '#messages/el/certificate.json' with { type: 'json' }
import en from '#messages/en/certificate.json' with { type: 'json' }
import es from '#messages/es/certificate.json' with { type: 'json' }
import fr from '#messages/fr/certificate.json' with { type: 'json' }
import he from '#messages/he/certificate.json' with { type: 'json' }
import hi from '#messages/hi/certificate.json' with { type: 'json' }
import it from '#messages/it/certificate.json' with { type: 'json' }
import ja from '#messages/ja/certificate.json' with { type: 'json' }
import nl from '#messages/nl/certificate.json' with { type: 'json' }
import pl from '#messages/pl/certificate.json' with { type: 'json' }
import pt from '#messages/pt/certificate.json' with { type: 'json' }
import sv from '#messages/sv/certificate.json' with { type: 'json' }
import tr from '#messages/tr/certificate.json' with { type: 'json' }
import uk from '#messages/uk/certificate.json' with { type: 'json' }
import zh from '#messages/zh/certificate.json' with { type: 'json' }
import { prepareTexts } from './signer-texts.ts'

/** The texts of the certificate of completion and of the printed audit trail. */
export type CertificateTexts = typeof en

export const certificateTexts: Record<SignerLocale, CertificateTexts> = prepareTexts({
  ...{ en, fr, de, es, it, pt, nl, pl, cs, sv, tr, uk, el, ar, he, hi, ja, zh },
})
