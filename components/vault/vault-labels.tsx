'use client'

import { Lock, Tag as TagIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Tag } from '#components/ui/badge.tsx'
import { cx } from '#components/ui/cx.ts'
import type { VaultRecord } from '#lib/vault/schema'

/**
 * Legal hold and tags in the room that the name leaves: in words, or as a lock and a number. On a phone they have
 * lines of their own.
 */
export function VaultLabels({ document: { legal_hold, tags } }: { document: VaultRecord }) {
  const t = useTranslations('vault.hold')
  const hasTags = tags.length > 0
  if (!legal_hold.on && !hasTags) return null
  return (
    <span
      className={cx(
        '@container flex items-center gap-1 max-sm:mt-1 max-sm:flex-wrap sm:flex-1',
        legal_hold.on && hasTags ? 'sm:min-w-17' : 'sm:min-w-9',
      )}
    >
      {legal_hold.on ? <HoldLabel reason={legal_hold.reason} isAlone={!hasTags} /> : null}
      {hasTags ? <TagsLabel tags={tags} isAlone={!legal_hold.on} /> : null}
      {legal_hold.reason ? (
        <span
          className={cx(
            'min-w-0 truncate text-sm text-ink-soft max-sm:order-first max-sm:basis-full',
            hasTags ? 'sm:@max-[24rem]:hidden' : 'sm:@max-[13rem]:hidden',
          )}
        >
          {t('reason', { reason: legal_hold.reason })}
        </span>
      ) : null}
    </span>
  )
}

function HoldLabel({ reason, isAlone }: { reason: string | null; isAlone: boolean }) {
  const t = useTranslations('vault.hold')
  return (
    <span className="relative z-10 shrink-0 leading-none" title={reason ? t('reason', { reason }) : t('on')}>
      <Tag tone="warn">
        <Lock
          className={cx(
            'inline size-3 max-sm:hidden',
            isAlone ? '@min-[8rem]:hidden' : '@min-[14rem]:hidden',
          )}
          aria-hidden="true"
        />
        <span className={isAlone ? 'sm:@max-[8rem]:sr-only' : 'sm:@max-[14rem]:sr-only'}>{t('tag')}</span>
      </Tag>
    </span>
  )
}

function TagsLabel({ tags, isAlone }: { tags: string[]; isAlone: boolean }) {
  const shortClass = isAlone ? 'sm:@max-[5.5rem]:block' : 'sm:@max-[8rem]:block'
  const firstTagClass = isAlone ? 'sm:@max-[5.5rem]:sr-only' : 'sm:@max-[8rem]:sr-only'
  const moreClass = isAlone ? 'sm:@min-[5.5rem]:block' : 'sm:@min-[8rem]:block'
  return (
    <span className="relative z-10 flex min-w-0 gap-1 leading-none max-sm:flex-wrap" title={tags.join(', ')}>
      {tags.map((tag, index) => (
        <Tag
          key={tag}
          className={cx('min-w-0 max-w-48 truncate', index === 0 ? firstTagClass : 'sm:sr-only')}
        >
          {tag}
        </Tag>
      ))}
      {tags.length > 1 ? (
        <span aria-hidden="true" className={cx('hidden', moreClass)}>
          <Tag>{`+${tags.length - 1}`}</Tag>
        </span>
      ) : null}
      <span aria-hidden="true" className={cx('hidden shrink-0', shortClass)}>
        <Tag>
          <TagIcon className="mr-0.5 inline size-3" />
          {tags.length}
        </Tag>
      </span>
    </span>
  )
}
