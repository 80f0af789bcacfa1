'use client'

import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Input } from '#components/ui/form/input.tsx'
import { useSigningSession } from '../session/context.ts'
import { toInitials } from '../session/steps.ts'
import type { MarkProps } from '../shapes.ts'
import { MarkImage } from './mark-image.tsx'

/** A typed name in a handwriting font, which needs no pointer. */
export function TypeMark({ kind, onChange, onSubmit }: MarkProps) {
  const { t, signing, input } = useSigningSession()
  const id = useId()
  const previousMark = input[kind]
  const suggestion = kind === 'initials' ? toInitials(signing.signer.name) : signing.signer.name
  const [text, setText] = useState(previousMark?.method === 'typed' ? previousMark.text : suggestion)
  const trimmed = text.trim()

  const report = useEffectEvent((typedText: string) =>
    onChange(typedText ? { method: 'typed', text: typedText } : null),
  )
  useEffect(() => report(trimmed), [trimmed])

  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {kind === 'initials' ? t.typeInitials : t.typeLabel}
      </label>
      <Input
        id={id}
        value={text}
        maxLength={kind === 'initials' ? 8 : 80}
        autoComplete={kind === 'initials' ? 'off' : 'name'}
        enterKeyHint="done"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSubmit()
        }}
        className="mt-1.5 h-12 text-[1rem]"
      />
      <div
        aria-hidden="true"
        className="on-page relative mt-3 flex h-32 items-center justify-center overflow-hidden rounded-md border border-rule-strong bg-page [container-type:size] sideways:h-[clamp(4rem,100dvh-14rem,8rem)]"
      >
        {trimmed ? <MarkImage mark={{ method: 'typed', text: trimmed }} ratio={2.1} /> : null}
      </div>
    </div>
  )
}
