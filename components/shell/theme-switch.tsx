'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { useEffect, useState } from 'react'
import { asTheme, type Theme } from '#components/shell/theme'
import { keepTheme } from './set-theme.ts'

const choices = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'system', label: 'As the device', Icon: Monitor },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme | null>(null)
  useEffect(() => setTheme(asTheme(document.documentElement.dataset.theme)), [])

  function choose(next: string) {
    if (!next) return
    const chosen = asTheme(next)
    document.documentElement.dataset.theme = chosen
    setTheme(chosen)
    void keepTheme(chosen)
  }

  return (
    <ToggleGroup.Root
      type="single"
      value={theme ?? ''}
      onValueChange={choose}
      aria-label="Colours"
      className="inline-flex rounded-full border border-rule p-0.5"
    >
      {choices.map(({ value, label, Icon }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="flex size-7 items-center justify-center rounded-full text-ink-soft hover:text-ink data-[state=on]:bg-well data-[state=on]:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
