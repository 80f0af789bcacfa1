'use client'

import { ChevronLeft, Minus, Plus, Redo2, Undo2 } from 'lucide-react'
import Link from 'next/link'
import { Button } from '#components/ui/button.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import type { Editor } from '#components/zones/editor-state.ts'
import type { EditorTexts } from '#components/zones/editor-texts.ts'
import type { SaveState } from '#components/zones/zone-saver.ts'

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2]

interface EditorBarProps {
  name: string
  texts: EditorTexts
  editor: Editor
  saved: SaveState
  zoom: number
  onZoom: (zoom: number) => void
  onFinish: () => void
}

/** The bar of the editor: back, save state, next step. */
export function EditorBar({ name, texts, editor, saved, zoom, onZoom, onFinish }: EditorBarProps) {
  const at = zooms.indexOf(zoom)
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 border-b border-rule bg-canvas px-2 sm:gap-2 sm:px-4">
      <Button asChild variant="quiet" size="icon">
        <Link href={texts.back.href} aria-label={texts.back.label}>
          <ChevronLeft className="size-5" aria-hidden="true" />
        </Link>
      </Button>
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-serif text-lg leading-tight" title={name}>
          {name}
        </h1>
        <SaveStateText state={saved} saved={texts.saved} />
      </div>
      <div className="hidden items-center md:flex">
        <Tool label="Undo (Ctrl Z)" disabled={!editor.canUndo} onClick={editor.undo}>
          <Undo2 className="size-4" aria-hidden="true" />
        </Tool>
        <Tool label="Redo (Ctrl Shift Z)" disabled={!editor.canRedo} onClick={editor.redo}>
          <Redo2 className="size-4" aria-hidden="true" />
        </Tool>
        <span className="mx-2 h-5 w-px bg-rule" />
        <Tool label="Smaller" disabled={at <= 0} onClick={() => onZoom(zooms[at - 1] ?? zoom)}>
          <Minus className="size-4" aria-hidden="true" />
        </Tool>
        <span className="figures w-12 text-center text-sm text-ink-soft">{Math.round(zoom * 100)} %</span>
        <Tool label="Larger" disabled={at >= zooms.length - 1} onClick={() => onZoom(zooms[at + 1] ?? zoom)}>
          <Plus className="size-4" aria-hidden="true" />
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
  disabled: boolean
  onClick: () => void
  children: React.ReactNode
}

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <Button variant="quiet" size="icon" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  )
}

function SaveStateText({ state, saved }: { state: SaveState; saved: string }) {
  if (state.word === 'failed') return <p className="truncate text-xs text-danger">Not saved</p>
  return (
    <p className="truncate text-xs text-ink-faint" aria-live="polite">
      {state.word === 'saved' ? saved : 'Saving'}
    </p>
  )
}
