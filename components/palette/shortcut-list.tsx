'use client'

import { useTranslations } from 'use-intl'

/** The keyboard shortcuts, one sentence a line. */
export function ShortcutList() {
  const t = useTranslations()
  const sections = [
    { title: t('palette.shortcuts.everywhere'), text: t('palette.shortcuts.everywhereText') },
    { title: t('palette.shortcuts.editor'), text: t('zones.keyHelp') },
  ]
  return (
    <div className="flex flex-col gap-5">
      {sections.map(({ title, text }) => (
        <section key={title}>
          <h3 className="mb-1 font-medium">{title}</h3>
          <ul className="flex flex-col gap-1 text-ink-soft">
            {text.split(/(?<=\.) /).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
