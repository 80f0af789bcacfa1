import { useEffect, useEffectEvent, useRef, useState } from 'react'

const DEBOUNCE_MILLISECONDS = 250

/** The text of an input whose changes are reported after a pause in typing. @returns the text and its setter */
export function useDebouncedText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value)
  const appliedValue = useRef(value)
  const applyChange = useEffectEvent(onChange)
  useEffect(() => {
    if (value === appliedValue.current) return
    appliedValue.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === appliedValue.current) return
    const timer = setTimeout(() => {
      appliedValue.current = text
      applyChange(text)
    }, DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
