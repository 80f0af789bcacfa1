'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Facts, Section } from '#components/ui/card.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { Time } from '#components/ui/time.tsx'
import type { VaultDetailRecord } from '#lib/vault/schema'

/** What is known about a vault document. */
export function VaultFacts({ document }: { document: VaultDetailRecord }) {
  const formatSize = useFileSize()
  const t = useTranslations('vault')
  const { seal, archived_at, voided_at, void_reason, legal_hold } = document
  return (
    <Section title={t('details')}>
      <Facts
        rows={[
          {
            name: t('facts.file'),
            value: t('facts.pages', { count: document.page_count, size: formatSize(document.size) }),
          },
          { name: t('facts.signed'), value: <Time at={document.signed_at} /> },
          { name: t('facts.retention'), value: <Time at={document.expires_at} show="day" /> },
          ...(voided_at ? [{ name: t('facts.voided'), value: <Time at={voided_at} /> }] : []),
          ...(void_reason ? [{ name: t('facts.voidReason'), value: void_reason }] : []),
          ...(legal_hold.set_at ? [{ name: t('facts.held'), value: <Time at={legal_hold.set_at} /> }] : []),
          ...(legal_hold.set_by ? [{ name: t('facts.heldBy'), value: legal_hold.set_by.name }] : []),
          ...(legal_hold.reason ? [{ name: t('facts.holdReason'), value: legal_hold.reason }] : []),
          ...(archived_at ? [{ name: t('facts.archived'), value: <Time at={archived_at} /> }] : []),
          {
            name: t('facts.process'),
            value: (
              <Link
                href={`/processes/${document.process_id}`}
                prefetch={false}
                className="text-accent underline underline-offset-2"
              >
                {document.process_name}
              </Link>
            ),
          },
          { name: t('facts.seal'), value: `PAdES ${seal.level}, ${seal.issuer}` },
          ...(seal.timestamped_at
            ? [{ name: t('facts.timeStamp'), value: <Time at={seal.timestamped_at} /> }]
            : []),
          {
            name: t('facts.sha256'),
            value: <code className="font-mono text-xs break-all">{document.sha256}</code>,
          },
        ]}
      />
    </Section>
  )
}
