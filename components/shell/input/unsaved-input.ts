import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useInputOwner } from '#components/shell/account.ts'
import { ownedStorage } from '#components/shell/input/owned-storage.ts'
import { pickChanged } from '#components/shell/input/pick-changed.ts'

const storage = ownedStorage('sessionStorage', 'form')

interface StoredInput<T> {
  /** The user and the mode in which it was typed: for all others there is no input. */
  owner: string
  /** The values that the form started with, as JSON: those of the record at that time. */
  startText: string
  input: T
}

interface KeptInput<T> {
  input: T
  /** Whether the record has changed since the form started. */
  isOutdated: boolean
}

/**
 * The kept input of a form that starts with these values now; null if there is none of this owner. Members that the user
 * did not change are as at the start, where the record or the form has changed.
 */
export function readUnsavedInput<T>(name: string, owner: string, start: T): KeptInput<T> | null {
  const stored = storage.read(name) as StoredInput<T> | null
  if (stored?.owner !== owner) return null
  const storedStart = JSON.parse(stored.startText)
  const input =
    typeof start === 'object'
      ? { ...start, ...pickChanged(stored.input as object, storedStart) }
      : stored.input
  return { input, isOutdated: stored.startText !== JSON.stringify(start) }
}

/** If the storage is full or blocked, the input lives as long as the page. */
export function keepUnsavedInput<T>(name: string, stored: StoredInput<T>): void {
  storage.keep(name, stored)
}

export function forgetUnsavedInput(name: string): void {
  storage.forget(name)
}

/** The name of a form that is the only one of its page. */
export function usePageUrl(): string {
  const path = usePathname()
  const search = useSearchParams().toString()
  return search ? `${path}?${search}` : path
}

export interface UnsavedInput {
  /** Whether the form shows input from before. */
  isRestored: boolean
  /** Whether there is input from before the record changed, which the form does not show. */
  isOutdated: boolean
  /** Shows the input from before the record changed. */
  restore: () => void
  /** Shows the form without input from before. */
  discard: () => void
  /** Forgets the input once it is saved, even if the form is closed by then. The form itself shows an error. */
  forgetAfter: (saving: Promise<unknown>) => void
}

interface FormWithInput<T> {
  /** Keeps the input of this form apart from others. */
  name: string
  /** The values without input: empty, or those of the record, which the form shows when they change. */
  start: T
  value: T
  /** Writes values into the form. */
  show: (value: T) => void
  isSaving: boolean
  /** Makes input from before the record changed match it, such as its ids. */
  adapt?: (input: T) => T
}

/**
 * Keeps what is typed into a form, in this tab, until it is saved: while other pages are visited, the page is loaded
 * again, or the user signs in again. If the record has changed meanwhile, the user decides what the form shows.
 */
export function useUnsavedInput<T>({
  name,
  start,
  value,
  show,
  isSaving,
  adapt,
}: FormWithInput<T>): UnsavedInput {
  const owner = useInputOwner()
  const [isRestored, setRestored] = useState(false)
  const [outdatedInput, setOutdatedInput] = useState<T | null>(null)
  const startText = JSON.stringify(start)
  const text = JSON.stringify(value)
  const lastText = useRef(text)
  const begunWith = useRef('')

  const begin = useEffectEvent((isFirst: boolean) => {
    const kept = owner === null ? null : readUnsavedInput<T>(name, owner, start)
    const isCurrent = kept?.isOutdated === false
    setRestored(isCurrent)
    setOutdatedInput(kept?.isOutdated ? kept.input : null)
    // What was typed while an earlier version was saved is kept.
    lastText.current = isFirst || kept ? text : startText
    if (isCurrent) show(kept.input)
  })
  useEffect(() => {
    // While the form is saved, its own changes reach the record.
    const current = JSON.stringify([name, owner, startText])
    if (isSaving || begunWith.current === current) return
    const isFirst = begunWith.current === ''
    begunWith.current = current
    begin(isFirst)
  }, [name, owner, startText, isSaving])

  useEffect(() => {
    if (owner === null || isSaving || text === lastText.current) return
    lastText.current = text
    // The form shows the changed record, and the user has not decided about the input from before.
    if (text === startText && outdatedInput) return
    if (text === startText) forgetUnsavedInput(name)
    else keepUnsavedInput(name, { owner, startText, input: JSON.parse(text) as T })
  }, [name, owner, startText, text, isSaving, outdatedInput])

  function restore() {
    if (outdatedInput) show(adapt ? adapt(outdatedInput) : outdatedInput)
    setOutdatedInput(null)
    setRestored(true)
  }
  function discard() {
    setRestored(false)
    setOutdatedInput(null)
    // What is typed since the record changed stays.
    if (outdatedInput && text !== startText) return
    forgetUnsavedInput(name)
    lastText.current = startText
    show(start)
  }
  const forgetAfter = (saving: Promise<unknown>) =>
    void saving.then(
      () => forgetUnsavedInput(name),
      () => undefined,
    )
  return { isRestored, isOutdated: outdatedInput !== null, restore, discard, forgetAfter }
}
