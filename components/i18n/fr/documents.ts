import type { Messages } from '../messages.ts'

export const documents: Messages['documents'] = {
  title: 'Documents',
  intro: 'Les fichiers PDF sont conservés tels quels ; les images PNG et JPEG deviennent des PDF.',
  introWithTextDocuments:
    'Les fichiers PDF sont conservés tels quels ; les images PNG et JPEG et les fichiers DOCX et ODT deviennent des PDF.',
  document: 'Ce document',
  search: 'Rechercher des documents',
  noMatch: 'Aucun document ne correspond. Essayez moins de mots ou tous les états.',
  empty: 'Aucun document pour l’instant',
  emptyText: 'Déposez des fichiers ici, ou choisissez-les. Ils ne sont pas modifiés avant d’être signés.',
  emptyReadOnly: 'Aucun document n’a encore été importé.',
  columns: { uploaded: 'Importé' },
  filter: {
    uploaded: 'Prêts',
    in_process: 'Dans une procédure',
    completed: 'Signés',
  },
  status: { uploaded: 'prêt', in_process: 'en procédure', completed: 'signé' },
  attached: { none: 'Aucun pour l’instant.', deleted: 'Supprimé <time></time>' },
  download: 'Télécharger',
  send: 'Envoyer pour signature',
  details: 'Détails',
  facts: {
    file: 'Fichier',
    uploaded: 'Importé',
    activeContent: 'Contenu actif',
    usageRights: 'Droits d’utilisation',
    usageRightsText: 'Extensions Adobe Reader ; toute signature les annule',
    by: 'Par',
    sha256: 'SHA-256',
  },
  activeContent: {
    javascript: 'JavaScript',
    launch: 'actions qui lancent des programmes',
    additional_actions: 'actions déclenchées par des événements',
    embedded_files: 'fichiers incorporés',
    xfa: 'un formulaire XFA',
  },
  view: { label: 'Affichage', list: 'Liste', grid: 'Grille' },
  menu: {
    rename: 'Renommer',
    duplicate: 'Dupliquer',
    duplicated: '« {name} » est créé.',
  },
  renaming: { title: 'Renommer « {name} »', done: 'Nouveau nom enregistré : « {name} ».' },
  deletion: {
    title: 'Supprimer ce document ?',
    text: '« {name} » sera supprimé pour tous les utilisateurs. Cette action est irréversible.',
    done: 'Document supprimé.',
  },
  bulk: {
    deleteTitle: '{count, plural, one {Supprimer # document ?} other {Supprimer # documents ?}}',
    deleteText:
      'Suppression pour tous les utilisateurs. Cette action est irréversible. Les documents dont une procédure ou un modèle a besoin sont conservés.',
    deleted: '{count, plural, one {# document supprimé.} other {# documents supprimés.}}',
    moveTitle: '{count, plural, one {Déplacer # document} other {Déplacer # documents}}',
    moved: '{count, plural, one {# document déplacé.} other {# documents déplacés.}}',
  },
  upload: {
    button: 'Importer des fichiers',
    chooseFiles: 'Choisir des fichiers',
    dropArea: 'Déposez des fichiers ici pour les importer',
    drop: 'Déposez pour importer',
    title: 'Importations',
    clear: 'Effacer les importations terminées',
    retry: 'Renvoyer {name}',
    cancel: 'Annuler l’importation de {name}',
    remove: 'Retirer {name} de cette liste',
    progress: 'Importation de {name}',
    repairedText: 'Le fichier était endommagé et a été réparé. Vérifiez-le avant de l’envoyer.',
    count: '{done, number} sur {total, number} importés',
    retryAll: 'Tout réessayer',
    allProgress: 'Toutes les importations',
    connectionLost: 'Pas de connexion au service. Les importations reprendront d’elles-mêmes dès son retour.',
    showAll: 'Afficher les {total, number}',
    showFewer: 'Afficher moins',
    strip: {
      uploading: '{count, plural, one {Importation de # fichier…} other {Importation de # fichiers…}}',
      connectionLost:
        '{count, plural, one {Pas de connexion : # fichier attend d’être importé.} other {Pas de connexion : # fichiers attendent d’être importés.}}',
      failed:
        '{count, plural, one {# fichier n’a pas été importé.} other {# fichiers n’ont pas été importés.}}',
      show: 'Afficher les importations',
    },
    states: {
      waiting: 'en attente',
      sending: 'envoi, {percent} %',
      checking: 'vérification',
      rejected: 'rejeté',
      failed: 'non importé',
      done: 'importé',
      repaired: 'importé, réparé',
    },
    errors: {
      too_large: 'Le fichier est trop volumineux. Réduisez ses images ou divisez-le.',
      not_pdf:
        'Ce type de fichier n’est pas accepté, ou le fichier est endommagé. Enregistrez les images en PNG ou JPEG et tout le reste en PDF, puis choisissez le fichier à nouveau.',
      encrypted: 'Le fichier est protégé par un mot de passe. Enregistrez une copie sans mot de passe.',
      xfa: 'Ceci est un formulaire dynamique (XFA) que la plupart des lecteurs ne peuvent pas ouvrir. Imprimez-le en PDF et importez ce PDF.',
      corrupt: 'Le fichier est endommagé et ne peut pas être réparé. Exportez-le à nouveau.',
      too_many_pages: 'Le fichier a trop de pages. Divisez-le en plusieurs parties.',
      active_content:
        'Il contient des scripts ou d’autres fichiers, que votre organisation n’accepte pas. Imprimez-le en PDF.',
      certified: 'L’auteur a certifié ce fichier et n’autorise pas d’autres signatures.',
      too_many_pixels: 'L’image a trop de pixels. Réduisez-la, puis choisissez-la à nouveau.',
      linked_content:
        'Le document charge du contenu externe, par exemple une image liée. Incorporez-le, ou exportez le document en PDF.',
      not_convertible:
        'Ce document ne peut pas être converti en PDF ici. Exportez-le en PDF, puis choisissez-le à nouveau.',
    },
  },
}
