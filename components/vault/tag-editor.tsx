'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { Section } from '#components/ui/card.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useVaultChange, type VaultChange } from '#components/vault/queries.ts'
import { TagForm } from '#components/vault/tag-form.tsx'
import type { VaultRecord } from '#lib/vault/schema'

/** The tags of a document, to add and remove in place. */
export function TagEditor({ document, mayWrite }: { document: VaultRecord; mayWrite: boolean }) {
  const t = useTranslations()
  const change = useVaultChange(document.id)
  const showToast = useToast()
  const errorText = useErrorText()
  const apply = (applied: VaultChange, onDone?: () => void) =>
    change.mutate(applied, {
      onError: (error) => showToast(errorText(error), 'danger'),
      ...(onDone ? { onSuccess: onDone } : {}),
    })
  const { tags } = document
  return (
    <Section title={t('vault.tags.title')}>
      {tags.length === 0 ? <p className="pb-3 text-ink-soft">{t('vault.tags.none')}</p> : null}
      <ul className="flex flex-wrap gap-1.5 pb-3 empty:hidden">
        {tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex max-w-full items-center rounded-sm border border-rule pl-2 text-sm leading-7"
          >
            <span className="truncate pr-2">{tag}</span>
            {mayWrite ? (
              <button
                type="button"
                aria-label={t('vault.tags.remove', { tag })}
                disabled={change.isPending}
                onClick={() =>
                  apply({ removeTag: tag }, () =>
                    showToast(t('vault.tags.removed'), 'plain', {
                      label: t('common.undo'),
                      onClick: () => apply({ addTag: tag }),
                    }),
                  )
                }
                className="flex size-7 items-center justify-center text-ink-soft hover:text-ink"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayWrite ? (
        <TagForm without={tags} busy={change.isPending} onAdd={(tag) => apply({ addTag: tag })} />
      ) : null}
    </Section>
  )
}
