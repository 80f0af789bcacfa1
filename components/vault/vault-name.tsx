'use client'

import { useTranslations } from 'use-intl'
import { useNamesOf } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { RowLink } from '#components/ui/table/data-table.tsx'
import { VaultLabels } from '#components/vault/vault-labels.tsx'
import type { VaultRecord } from '#lib/vault/schema'

/** The name of a vault document with legal hold and tags; below it its process, if that has another name, and on a phone the people. */
export function VaultName({ document }: { document: VaultRecord }) {
  const t = useTranslations('vault')
  const namesOf = useNamesOf()
  return (
    <span className="block min-w-0">
      <span className="block min-w-0 sm:flex sm:items-center sm:gap-2">
        <RowLink href={`/vault/${document.id}`} name={document.name}>
          <TestTag show={document.test_mode} />
        </RowLink>
        <VaultLabels document={document} />
      </span>
      {document.process_name === document.name ? null : (
        <span className="block truncate text-sm text-ink-soft" title={document.process_name}>
          {t('ofProcess', { name: document.process_name })}
        </span>
      )}
      <span className="block truncate text-sm text-ink-soft sm:hidden">
        {t('signedBy', { names: namesOf(document.signers) })}
      </span>
    </span>
  )
}
