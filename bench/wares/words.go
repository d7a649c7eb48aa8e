package wares

import "fmt"

const (
	consonants = "bdfgklmnprtvz"
	vowels     = "aiou"
	endings    = "kmptx" // not English suffixes, which the stemmer of the search would remove
)

// wordFunction is Word as an SQL function, also with numbers from 0.
const wordFunction = `CREATE FUNCTION pg_temp.word(k bigint) RETURNS text
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT
	substr('` + consonants + `', (k % 13)::int + 1, 1) || substr('` + vowels + `', (k / 13 % 4)::int + 1, 1) ||
	substr('` + consonants + `', (k / 52 % 13)::int + 1, 1) || substr('` + vowels + `', (k / 676 % 4)::int + 1, 1) ||
	substr('` + consonants + `', (k / 2704 % 13)::int + 1, 1) || substr('` + vowels + `', (k / 7 % 4)::int + 1, 1) ||
	substr('` + endings + `', (k % 5)::int + 1, 1) $$;`

// Words returns the number of distinct words in the short descriptions of n products. Each is in some hundred products.
func Words(n int) int { return max(n*wordsEach/matches, 1) }

// Word returns the word with the number k, which is below Words.
func Word(k int) string {
	at := func(letters string, i int) string { return letters[i%len(letters) : i%len(letters)+1] }
	return fmt.Sprint(at(consonants, k), at(vowels, k/13), at(consonants, k/52), at(vowels, k/676),
		at(consonants, k/2704), at(vowels, k/7), at(endings, k))
}
