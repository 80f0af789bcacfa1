'use client'

import { useTranslations } from 'use-intl'
import { useNamesOf } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/test-tag.tsx'
import { Tag } from '#components/ui/badge.tsx'
import { RowLink } from '#components/ui/data-table.tsx'
import type { VaultRecord } from '#lib/vault/schema'

/** The name of a vault document with its tags; on a phone the people and the reason of a hold are below it. */
export function VaultName({ document }: { document: VaultRecord }) {
  const t = useTranslations('vault')
  const namesOf = useNamesOf()
  const { legal_hold, tags } = document
  return (
    <span className="block min-w-0 sm:flex sm:items-baseline sm:gap-2.5">
      <RowLink href={`/vault/${document.id}`} name={document.name}>
        <TestTag show={document.test_mode} />
        {legal_hold.on ? <Tag tone="warn">{t('hold.tag')}</Tag> : null}
      </RowLink>
      <span className="block truncate text-sm text-ink-soft sm:hidden">
        {t('signedBy', { names: namesOf(document.signers) })}
      </span>
      {legal_hold.reason ? (
        <span
          title={legal_hold.reason}
          className="block truncate text-sm text-ink-soft sm:min-w-0 sm:shrink-[9999]"
        >
          {t('hold.reason', { reason: legal_hold.reason })}
        </span>
      ) : null}
      {tags.length > 0 ? (
        // One line on a wide screen: a tag for which there is no room wraps out of sight.
        <span
          title={tags.join(', ')}
          className="mt-1 flex flex-wrap gap-1.5 sm:mt-0 sm:h-5.5 sm:min-w-0 sm:shrink-[9999] sm:overflow-hidden"
        >
          {tags.map((tag) => (
            <Tag key={tag} className="max-w-48 truncate">
              {tag}
            </Tag>
          ))}
        </span>
      ) : null}
    </span>
  )
}
