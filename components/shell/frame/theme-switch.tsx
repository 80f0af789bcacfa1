'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { usePreferences } from '#components/ui/preferences.tsx'

const choices = [
  { value: 'light', Icon: Sun },
  { value: 'system', Icon: Monitor },
  { value: 'dark', Icon: Moon },
] as const

export function ThemeSwitch() {
  const t = useTranslations('common.colours')
  const { theme, setTheme } = usePreferences()
  return (
    <fieldset aria-label={t('label')} className="inline-flex rounded-full border border-rule p-0.5">
      {choices.map(({ value, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={theme === value}
          aria-label={t(value)}
          title={t(value)}
          onClick={() => setTheme(value)}
          className="flex size-7 items-center justify-center rounded-full text-ink-soft hover:text-ink aria-pressed:bg-well aria-pressed:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}
