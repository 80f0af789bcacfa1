'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { TAG_MAX_CHARACTERS } from '#lib/vault/rules'

/** A text input for one tag. */
export function TagForm({ onAdd, busy = false }: { onAdd: (tag: string) => void; busy?: boolean }) {
  const t = useTranslations('vault.tags')
  const [tag, setTag] = useState('')
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
        value={tag}
        maxLength={TAG_MAX_CHARACTERS}
        onChange={(event) => setTag(event.target.value)}
      />
      <Button type="submit" size="icon" busy={busy} aria-label={t('add')} className="shrink-0">
        <Plus className="size-4" aria-hidden="true" />
      </Button>
    </form>
  )
}
