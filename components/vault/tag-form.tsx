'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useVaultStatistics } from '#components/vault/queries.ts'
import { hasTag, TAG_MAX_CHARACTERS } from '#lib/vault/rules'

interface TagFormProps {
  onAdd: (tag: string) => void
  busy?: boolean
  /** The tags that are not suggested. */
  without?: string[]
}

/** A text input for one tag, with the tags of other documents as suggestions. */
export function TagForm({ onAdd, busy = false, without = [] }: TagFormProps) {
  const t = useTranslations('vault.tags')
  const listId = useId()
  const [tag, setTag] = useState('')
  const tags = useVaultStatistics().data?.top_tags ?? []
  const suggestions = tags.map(({ tag }) => tag).filter((tag) => !hasTag(without, tag))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (tag.trim() === '') return
    onAdd(tag.trim())
    setTag('')
  }
  return (
    <form onSubmit={submit} className="flex gap-2 print:hidden">
      <Input
        aria-label={t('add')}
        placeholder={t('add')}
        autoComplete="off"
        list={suggestions.length > 0 ? listId : undefined}
        value={tag}
        maxLength={TAG_MAX_CHARACTERS}
        onChange={(event) => setTag(event.target.value)}
      />
      <datalist id={listId}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      <Button type="submit" size="icon" busy={busy} aria-label={t('add')} className="shrink-0">
        <Plus className="size-4" aria-hidden="true" />
      </Button>
    </form>
  )
}
