import { useTranslations } from 'use-intl'
import type { DocumentRecord } from '#lib/documents/schema'

/** What a sender should know of a file before it is signed: that another copy is, or that a standard is lost. */
export function useDocumentNotices(): (document: DocumentRecord) => string[] {
  const t = useTranslations('documents.notices')
  return ({ repaired, certified, decrypted, lost_standards: lost }) => [
    ...(repaired ? [t('repaired')] : []),
    ...(certified ? [t('certified')] : []),
    ...(decrypted ? [t('decrypted')] : []),
    ...(lost.length > 0 ? [t('lostStandards', { standards: lost.join(', ') })] : []),
  ]
}

/** The notices as paragraphs. */
export function DocumentNotices({ document }: { document: DocumentRecord }) {
  return useDocumentNotices()(document).map((text) => (
    <p key={text} className="text-sm text-warn">
      {text}
    </p>
  ))
}
