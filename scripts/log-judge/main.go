// The public implementation of Go (golang.org/x/mod/sumdb) as judge of the transparency log.
//
//	go run . vectors > ../../lib/core/transparency/fixtures/go-vectors.json
//	go run . judge https://sign.example.com/api/v1/trust/log '<verifier key of GET /trust>' ['<key of a witness>' …]
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type vectors struct {
	// The entries are "entry 0", "entry 1" and so on.
	Sizes       []size        `json:"sizes"`
	Inclusion   []inclusion   `json:"inclusion"`
	Consistency []consistency `json:"consistency"`
	Tiles       []tile        `json:"tiles"`
	Note        signedNote    `json:"note"`
	// Of filippo.io/torchwood; its time is that of its making.
	Cosigned signedNote `json:"cosigned"`
}
type size struct {
	Size int64  `json:"size"`
	Root string `json:"root"`
}
type inclusion struct {
	Size  int64    `json:"size"`
	Index int64    `json:"index"`
	Proof []string `json:"proof"`
}
type consistency struct {
	Old   int64    `json:"old"`
	New   int64    `json:"new"`
	Proof []string `json:"proof"`
}
type tile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}
type signedNote struct {
	Seed     string `json:"seed"`
	Verifier string `json:"verifier"`
	Note     string `json:"note"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func hexes(hashes []tlog.Hash) []string {
	list := []string{}
	for _, hash := range hashes {
		list = append(list, hex.EncodeToString(hash[:]))
	}
	return list
}

// stored keeps the hashes of a log in memory.
type stored []tlog.Hash

func (s stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		hashes[i] = s[index]
	}
	return hashes, nil
}

func makeVectors() vectors {
	const entries = 70000
	var log stored
	for n := int64(0); n < entries; n++ {
		hashes, err := tlog.StoredHashes(n, []byte(fmt.Sprintf("entry %d", n)), log)
		check(err)
		log = append(log, hashes...)
	}
	var v vectors
	for _, n := range []int64{1, 2, 3, 4, 5, 7, 8, 255, 256, 257, 511, 512, 600, 65535, 65536, 65537, 70000} {
		root, err := tlog.TreeHash(n, log)
		check(err)
		v.Sizes = append(v.Sizes, size{n, hex.EncodeToString(root[:])})
		for _, index := range []int64{0, 1, n / 2, n - 1} {
			if index >= n {
				continue
			}
			proof, err := tlog.ProveRecord(n, index, log)
			check(err)
			v.Inclusion = append(v.Inclusion, inclusion{n, index, hexes(proof)})
		}
		for _, old := range []int64{1, 2, 3, 6, 255, 256, 300, 65536, 69999} {
			if old >= n {
				continue
			}
			proof, err := tlog.ProveTree(n, old, log)
			check(err)
			v.Consistency = append(v.Consistency, consistency{old, n, hexes(proof)})
		}
	}
	for _, t := range []tlog.Tile{{H: 8, L: 0, N: 0, W: 256}, {H: 8, L: 0, N: 273, W: 112}, {H: 8, L: 1, N: 0, W: 256}, {H: 8, L: 1, N: 1, W: 17}, {H: 8, L: 2, N: 0, W: 1}} {
		data, err := tlog.ReadTileData(t, log)
		check(err)
		sum := sha256.Sum256(data)
		v.Tiles = append(v.Tiles, tile{strings.TrimPrefix(t.Path(), "tile/8/"), hex.EncodeToString(sum[:])})
	}
	seed := sha256.Sum256([]byte("a key for tests"))
	name := "sign.example.com/api/v1/trust/log"
	key := ed25519.NewKeyFromSeed(seed[:])
	verifier, err := note.NewEd25519VerifierKey(name, key.Public().(ed25519.PublicKey))
	check(err)
	id := verifier[len(name)+1 : len(name)+9]
	private := "PRIVATE+KEY+" + name + "+" + id + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed[:]...))
	signer, err := note.NewSigner(private)
	check(err)
	root, err := tlog.TreeHash(70000, log)
	check(err)
	text := fmt.Sprintf("%s\n%d\n%s\n", name, 70000, base64.StdEncoding.EncodeToString(root[:]))
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	check(err)
	v.Note = signedNote{hex.EncodeToString(seed[:]), verifier, string(signed)}
	witnessSeed := sha256.Sum256([]byte("a witness for tests"))
	witness, err := torchwood.NewCosignatureSigner("witness.example.com/w1", ed25519.NewKeyFromSeed(witnessSeed[:]))
	check(err)
	cosigned, err := note.Sign(&note.Note{Text: text}, signer, witness)
	check(err)
	v.Cosigned = signedNote{hex.EncodeToString(witnessSeed[:]), witness.Verifier().String(), string(cosigned)}
	return v
}

// remote reads the tiles of a running service, each once.
type remote struct {
	prefix string
	tiles  map[tlog.Tile][]byte
}

func (remote) Height() int { return 8 }

func (r remote) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, t := range tiles {
		if r.tiles[t] == nil {
			r.tiles[t] = get(r.prefix + "/tile/" + strings.TrimPrefix(t.Path(), "tile/8/"))
		}
		data[i] = r.tiles[t]
	}
	return data, nil
}

func (remote) SaveTiles([]tlog.Tile, [][]byte) {}

func get(url string) []byte {
	response, err := http.Get(url)
	check(err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != 200 {
		check(fmt.Errorf("%s: %s", url, response.Status))
	}
	return data
}

func judge(prefix, verifierKey string, witnesses []string) {
	verifier, err := note.NewVerifier(verifierKey)
	check(err)
	verifiers := []note.Verifier{verifier}
	for _, key := range witnesses {
		witness, err := torchwood.NewCosignatureVerifier(key)
		check(err)
		verifiers = append(verifiers, witness)
	}
	signed, err := note.Open(get(prefix+"/checkpoint"), note.VerifierList(verifiers...))
	check(err)
	if len(signed.Sigs) != len(verifiers) {
		check(fmt.Errorf("%d of %d keys have signed the checkpoint", len(signed.Sigs), len(verifiers)))
	}
	lines := strings.Split(signed.Text, "\n")
	var tree tlog.Tree
	_, err = fmt.Sscan(lines[1], &tree.N)
	check(err)
	tree.Hash, err = tlog.ParseHash(lines[2])
	check(err)
	// It verifies each tile that it reads against the root hash.
	reader := tlog.TileHashReader(tree, remote{prefix, map[tlog.Tile][]byte{}})
	for first := int64(0); first < tree.N; first += 256 {
		width := min(256, tree.N-first)
		bundle := get(prefix + "/tile/entries/" + entriesPath(first/256, width))
		for n := first; n < first+width; n++ {
			length := int(bundle[0])<<8 | int(bundle[1])
			entry := bundle[2 : 2+length]
			bundle = bundle[2+length:]
			proof, err := tlog.ProveRecord(tree.N, n, reader)
			check(err)
			check(tlog.CheckRecord(proof, tree.N, tree.Hash, n, tlog.RecordHash(entry)))
		}
	}
	for old := int64(1); old <= tree.N; old++ {
		hash, err := tlog.TreeHash(old, reader)
		check(err)
		proof, err := tlog.ProveTree(tree.N, old, reader)
		check(err)
		check(tlog.CheckTree(proof, tree.N, tree.Hash, old, hash))
	}
	fmt.Printf("The signatures, %d entries with their proofs and all consistency proofs are right.\n", tree.N)
}

func entriesPath(index, width int64) string {
	tile := tlog.Tile{H: 8, L: 0, N: index, W: int(width)}
	return strings.TrimPrefix(tile.Path(), "tile/8/0/")
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "vectors" {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		check(encoder.Encode(makeVectors()))
	} else if len(os.Args) >= 4 && os.Args[1] == "judge" {
		judge(os.Args[2], os.Args[3], os.Args[4:])
	} else {
		check(fmt.Errorf("go run . vectors | go run . judge <URL of the log> <verifier key> [<key of a witness> …]"))
	}
}
