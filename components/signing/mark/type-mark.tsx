'use client'

import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Input } from '#components/ui/form/input.tsx'
import type { HandwritingFont } from '#lib/core/handwriting'
import { trimText } from '#lib/core/text/clean'
import { limits } from '#lib/processes/facts'
import { useSigningSession } from '../session/context.ts'
import { toInitials } from '../session/steps.ts'
import type { MarkProps } from '../shapes.ts'
import { FaceImage } from './mark-image.tsx'
import { findFace, useHandwriting } from './use-handwriting.ts'

/** While a name is typed, it is drawn only in the pauses. */
const PAUSE_MILLISECONDS = 350

/** A typed name in one of several handwritings, which needs no pointer. */
export function TypeMark({ kind, onChange, onSubmit }: MarkProps) {
  const { t, signing, input } = useSigningSession()
  const id = useId()
  const previousMark = input[kind]?.method === 'typed' ? input[kind] : null
  const suggestion = kind === 'initials' ? toInitials(signing.signer.name) : signing.signer.name
  const [text, setText] = useState(previousMark?.text ?? suggestion)
  const otherMark = kind === 'initials' ? input.signature : input.initials
  const [font, setFont] = useState<HandwritingFont | undefined>(
    previousMark?.font ?? (otherMark?.method === 'typed' ? otherMark.font : undefined),
  )
  const trimmed = trimText(text)
  const faces = useHandwriting(useSettled(trimmed)).data?.faces ?? []
  const chosen = findFace(faces, font)

  const report = useEffectEvent((typedText: string, face: HandwritingFont | null | undefined) =>
    onChange(typedText ? { method: 'typed', text: typedText, ...(face && { font: face }) } : null),
  )
  useEffect(() => report(trimmed, chosen?.font), [trimmed, chosen?.font])

  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {kind === 'initials' ? t.typeInitials : t.typeLabel}
      </label>
      <Input
        id={id}
        value={text}
        maxLength={kind === 'initials' ? 8 : limits.nameCharacters}
        autoComplete={kind === 'initials' ? 'off' : 'name'}
        enterKeyHint="done"
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSubmit()
        }}
        className="mt-1.5 h-12 text-[1rem]"
      />
      <fieldset className="mt-3 grid min-h-46 min-w-0 grid-cols-2 content-start gap-2 sideways:min-h-16 sideways:grid-cols-4">
        <legend className="sr-only">{t.typeStyle}</legend>
        {trimmed
          ? faces.map((face) => (
              <label
                key={face.font}
                className="on-page relative flex h-22 cursor-pointer items-center justify-center overflow-hidden rounded-md border border-rule-strong bg-page px-3 py-2 only:col-span-2 hover:border-ink has-checked:border-accent has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-offset-2 sideways:h-16"
              >
                <input
                  type="radio"
                  name={`${id}-font`}
                  className="sr-only"
                  checked={face.font === chosen?.font}
                  onChange={() => setFont(face.font ?? undefined)}
                />
                <span className="sr-only">{face.name ?? t.typeItalics}</span>
                <FaceImage face={face} />
              </label>
            ))
          : null}
      </fieldset>
    </div>
  )
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
