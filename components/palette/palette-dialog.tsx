'use client'

import { useRouter } from 'next/navigation'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Option, PaletteOption } from '#components/palette/palette-option.tsx'
import { useCommands } from '#components/palette/use-commands.tsx'
import { usePeopleSearch } from '#components/palette/use-people-search.ts'
import { useRecordSearch } from '#components/palette/use-record-search.ts'
import { MAX_TEXT_CHARACTERS } from '#components/shell/list/list-state.ts'
import { withCleanText } from '#components/ui/form/clean-input.ts'

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Goes to a page, a record or a person, or does an action: a combobox with a list of options (ARIA, `combobox`). */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const router = useRouter()
  const id = useId()
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const { records, isSearching } = useRecordSearch(text)
  const words = fold(text).split(/\s+/)
  const matches = ({ label, words: otherWords = '' }: Option) =>
    words.every((word) => fold(`${label} ${otherWords}`).includes(word))
  // Records and people are last: they arrive later, and must not move what is chosen.
  const options: Option[] = [
    ...useCommands().filter(matches),
    ...records.map(({ href, name, kind }) => ({
      key: href,
      target: href,
      label: name,
      group: 'records' as const,
      detail: t(`shell.nav.${kind}`),
    })),
    ...usePeopleSearch(text),
  ]
  const choose = ({ target }: Option) => {
    onClose()
    if (typeof target === 'string') router.push(target)
    else target()
  }
  function onKeyDown(event: KeyboardEvent) {
    const chosen = options[position]
    if (!chosen || event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (step === 0) choose(chosen)
    else setPosition((position + step + options.length) % options.length)
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-lg border border-rule bg-card shadow-float"
        >
          <Dialog.Title className="sr-only">{t('palette.label')}</Dialog.Title>
          <input
            role="combobox"
            aria-label={t('palette.label')}
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={options[position] ? `${id}-${position}` : undefined}
            value={text}
            maxLength={MAX_TEXT_CHARACTERS}
            onChange={withCleanText((event) => {
              setText(event.target.value)
              setPosition(0)
            })}
            onKeyDown={onKeyDown}
            placeholder={t('palette.placeholder')}
            autoComplete="off"
            className="h-14 w-full border-b border-rule bg-transparent px-5 text-lg outline-none placeholder:text-ink-faint"
          />
          <div
            id={id}
            role="listbox"
            aria-label={t('palette.label')}
            className="max-h-[60vh] overflow-y-auto p-2"
          >
            {options.map((option, index) => (
              <div key={option.key} role="presentation">
                {option.group === options[index - 1]?.group ? null : (
                  <p className="px-3 pt-2 pb-1.5 text-sm text-ink-soft">{t(`palette.${option.group}`)}</p>
                )}
                <PaletteOption
                  id={`${id}-${index}`}
                  option={option}
                  isChosen={index === position}
                  onPoint={() => setPosition(index)}
                  onChoose={() => (typeof option.target === 'string' ? onClose() : choose(option))}
                />
              </div>
            ))}
          </div>
          {options.length === 0 ? (
            <p role="status" className="px-3 pb-8 text-center text-ink-soft">
              {t(isSearching ? 'common.loading' : 'palette.nothing')}
            </p>
          ) : null}
          <p className="border-t border-rule px-5 py-2 text-sm text-ink-soft max-lg:hidden">
            {t('palette.listKeys')}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
