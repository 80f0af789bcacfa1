import type { Messages } from '../messages.ts'

export const bulk: Messages['bulk'] = {
  lists: {
    title: 'Listas',
    intro: 'Plantillas enviadas a una lista de personas.',
    templates: 'Plantillas',
    sent: 'Enviados',
    sentOf: '{sent} de {total}',
    started: 'Inicio',
    empty: 'Todavía no hay listas',
    emptyText: 'Abra una plantilla y elija «Enviar a una lista».',
  },
  status: { running: 'enviándose', paused: 'en pausa', completed: 'completado', cancelled: 'cancelado' },
  list: {
    title: 'Esta lista',
    progress: 'Filas enviadas o con error',
    done: 'Filas procesadas: {done} de {total}.',
    paused: 'En pausa: {reason}',
    details: 'Detalles',
    sent: 'Enviados',
    failed: 'Con error',
    remaining: 'Pendientes',
    started: 'Inicio',
    ended: 'Fin',
    startedBy: 'Iniciado por',
    result: 'Resultado en CSV',
    pause: 'Pausar',
    resume: 'Reanudar',
  },
  send: {
    templates: 'Plantillas',
    template: 'Plantilla',
    thisTemplate: 'Esta plantilla',
    title: 'Enviar a una lista',
    intro:
      'Cada fila se convierte en un proceso propio, que se envía de inmediato. Antes se comprueba toda la lista.',
    chooseFile: 'Elegir un archivo CSV',
    file: 'Archivo CSV',
    example: 'Descargar un ejemplo',
    list: 'Lista',
    listHint:
      'La primera fila da nombre a las columnas. Cada columna que no corresponde a una persona contiene el valor de los campos cuya etiqueta es su nombre.',
    submit: 'Comprobar y enviar',
    errors: 'Errores en la lista',
    repeated:
      'Todavía no se ha enviado nada. Algunas filas tienen las mismas personas que una anterior; cada fila se convierte en un proceso propio.',
    sendRepeated: 'Enviar de todos modos',
    nothingSent: 'No se ha enviado nada. Corrija estas celdas y vuelva a intentarlo.',
    row: 'Fila',
    column: 'Columna',
    error: 'Error',
  },
}
