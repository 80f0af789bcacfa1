'use client'

import { ChevronLeft, Minus, MoveHorizontal, Plus, Redo2, Undo2 } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Tooltip } from '#components/ui/tooltip.tsx'
import type { EditorTexts } from '#components/zones/editor-texts.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import type { Zoom } from '#components/zones/page/zoom.ts'
import { MAX_ZOOM, MIN_ZOOM } from '#components/zones/page/zoom.ts'
import { SaveStateText } from '#components/zones/saving/save-state.tsx'
import type { SaveState } from '#components/zones/saving/zone-saver.ts'

interface EditorBarProps {
  name: string
  test: boolean
  texts: EditorTexts
  editor: Editor
  saving: { state: SaveState; mayStillSucceed: boolean }
  zoom: Zoom
  onFinish: () => void
}

/** The bar of the editor: back, save state, undo, zoom, next step. */
export function EditorBar({ name, test, texts, editor, saving, zoom, onFinish }: EditorBarProps) {
  const t = useTranslations('zones')
  return (
    <header className="flex h-14 sideways:h-11 shrink-0 items-center gap-1 border-b border-rule bg-canvas px-2 sm:gap-2 sm:px-4">
      {texts.back ? (
        <Button asChild variant="quiet" size="icon">
          <Link href={texts.back.href} aria-label={texts.back.label}>
            <ChevronLeft className="size-5" aria-hidden="true" />
          </Link>
        </Button>
      ) : null}
      <div className={cx('min-w-0 flex-1', !texts.back && 'ps-2 sm:ps-0')}>
        <h1 className="truncate font-serif text-lg leading-tight" title={name}>
          {name}
        </h1>
        <SaveStateText {...saving} />
      </div>
      <TestTag show={test} />
      <div className="hidden items-center md:flex">
        <Tool label={t('bar.undo')} unavailable={!editor.canUndo} onClick={editor.undo}>
          <Undo2 className="size-4" aria-hidden="true" />
        </Tool>
        <Tool label={t('bar.redo')} unavailable={!editor.canRedo} onClick={editor.redo}>
          <Redo2 className="size-4" aria-hidden="true" />
        </Tool>
        <span className="mx-2 h-5 w-px bg-rule" />
        <Tool label={t('bar.smaller')} unavailable={zoom.factor <= MIN_ZOOM} onClick={() => zoom.step(-1)}>
          <Minus className="size-4" aria-hidden="true" />
        </Tool>
        <span className="figures w-12 text-center text-sm text-ink-soft">
          <span className="sr-only">{`${t('bar.zoom')} `}</span>
          {Math.round(zoom.factor * 100)} %
        </span>
        <Tool label={t('bar.larger')} unavailable={zoom.factor >= MAX_ZOOM} onClick={() => zoom.step(1)}>
          <Plus className="size-4" aria-hidden="true" />
        </Tool>
        <Tool label={t('bar.fitWidth')} unavailable={zoom.isFit && zoom.factor === 1} onClick={zoom.fitWidth}>
          <MoveHorizontal className="size-4" aria-hidden="true" />
        </Tool>
      </div>
      <Button variant="primary" onClick={onFinish} className="ml-1 sm:ml-3">
        <span>
          {texts.finish}
          {texts.finishMore ? <span className="hidden sm:inline"> {texts.finishMore}</span> : null}
        </span>
      </Button>
    </header>
  )
}

interface ToolProps {
  label: string
  unavailable: boolean
  onClick: () => void
  children: React.ReactNode
}

function Tool({ label, unavailable, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <Button variant="quiet" size="icon" aria-label={label} unavailable={unavailable} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  )
}
