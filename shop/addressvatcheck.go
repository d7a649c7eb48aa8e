package shop

import "strings"

// The checks of countries whose rule is more than one sum. They get a body that has the form of vatForms.

func checkAT(n string) bool {
	sum := 4
	for i, c := range n[1:8] {
		d := int(c - '0')
		if i%2 == 1 {
			d = d*2/10 + d*2%10
		}
		sum += d
	}
	return (10-sum%10)%10 == digit(n, 8)
}

// checkBG accepts companies, and citizens, foreigners and others with 10 digits.
func checkBG(n string) bool {
	if len(n) == 9 {
		rest := weighted(n, 1, 2, 3, 4, 5, 6, 7, 8) % 11
		if rest == 10 {
			rest = weighted(n, 3, 4, 5, 6, 7, 8, 9, 10) % 11 % 10
		}
		return rest == digit(n, 8)
	}
	last := digit(n, 9)
	return weighted(n, 2, 4, 8, 5, 10, 9, 7, 3, 6)%11%10 == last ||
		weighted(n, 21, 19, 17, 13, 11, 9, 7, 3, 1)%10 == last ||
		(11-weighted(n, 4, 3, 2, 7, 6, 5, 4, 3, 2)%11)%11 == last
}

func checkCY(n string) bool {
	odd := [10]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}
	sum := 0
	for i := range n[:8] {
		if i%2 == 0 {
			sum += odd[digit(n, i)]
		} else {
			sum += digit(n, i)
		}
	}
	return n[:2] != "12" && byte('A'+sum%26) == n[8]
}

// checkCZ accepts companies with 8 digits, persons with birth numbers, which have no check digit until 1953, and
// persons with 9 digits that begin with 6.
func checkCZ(n string) bool {
	switch {
	case len(n) == 8:
		check := (11 - weighted(n, 8, 7, 6, 5, 4, 3, 2)%11) % 11
		if check == 0 {
			check = 1
		}
		return n[0] != '9' && check%10 == digit(n, 7)
	case len(n) == 10:
		return integer(n[:9])%11%10 == digit(n, 9)
	case n[0] == '6':
		special := [11]int{8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8}
		return special[10-weighted(n[1:], 8, 7, 6, 5, 4, 3, 2)%11] == digit(n, 8)
	}
	return n[:2] < "54"
}

func checkES(n string) bool {
	const persons, companies = "TRWAGMYFPDXBNJZSQVHLCKE", "JABCDEFGHI"
	last := n[8]
	switch first := n[0]; {
	case first <= '9':
		return persons[integer(n[:8])%23] == last
	case first >= 'X': // a foreigner; X, Y and Z stand for 0, 1 and 2
		return last > '9' && persons[(int(first-'X')*1e7+integer(n[1:8]))%23] == last
	case strings.IndexByte("KLM", first) >= 0:
		return last > '9' && persons[integer(n[1:8])%23] == last
	case strings.IndexByte("ABCDEFGHJNPQRSUVW", first) < 0:
		return false
	}
	for check := range 10 {
		if luhn(n[1:8] + string(rune('0'+check))) {
			return last == byte('0'+check) || last == companies[check]
		}
	}
	return false
}

// checkFR accepts the old key of two digits and the new one with letters. Companies of Monaco have no SIREN.
func checkFR(n string) bool {
	const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	siren := integer(n[2:])
	if n[2:5] != "000" && !luhn(n[2:]) {
		return false
	}
	if n[0] <= '9' && n[1] <= '9' {
		return (siren*100+12)%97 == integer(n[:2])
	}
	first, second := strings.IndexByte(letters, n[0]), strings.IndexByte(letters, n[1])
	key := first*34 + second - 100
	if n[0] <= '9' {
		key = first*24 + second - 10
	}
	return (siren+1+key/11)%11 == key%11
}

// checkIE accepts the old form, whose second character is not a part of the number, and the new one, whose second
// letter is.
func checkIE(n string) bool {
	const letters = "WABCDEFGHIJKLMNOPQRSTUV"
	digits, more := n[:7], 0
	if n[1] > '9' || n[1] < '0' {
		digits = "0" + n[2:7] + n[:1]
	} else if len(n) == 9 {
		more = 9 * strings.IndexByte(letters, n[8])
	}
	return letters[(weighted(digits, 8, 7, 6, 5, 4, 3, 2)+more)%23] == n[7]
}

func checkLT(n string) bool {
	last := len(n) - 1
	sum := func(start int) (sum int) {
		for i := range last {
			sum += (1 + (i+start)%9) * digit(n, i)
		}
		return sum % 11
	}
	check := sum(0)
	if check == 10 {
		check = sum(2) % 10
	}
	return check == digit(n, last)
}

// checkLV accepts companies and persons. Personal codes since 2017 begin with 32 and have no check digit.
func checkLV(n string) bool {
	switch {
	case n[0] > '3':
		return weighted(n, 9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1)%11 == 3
	case n[:2] == "32":
		return true
	}
	return (1+weighted(n, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9))%11%10 == digit(n, 10)
}

// checkNL accepts numbers of companies, and those of persons since 2020, which are checked like an IBAN.
func checkNL(n string) bool {
	if n[10:] == "00" {
		return false
	}
	rest := 0
	for _, c := range "NL" + n {
		if c >= 'A' {
			rest = (rest*100 + int(c-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(c-'0')) % 97
		}
	}
	return rest == 1 || weighted(n, 9, 8, 7, 6, 5, 4, 3, 2, -1)%11 == 0
}

// checkXI checks the nine digits of a company; branches have three more. Public bodies have no check digits.
func checkXI(n string) bool {
	if n[0] > '9' {
		return true
	}
	rest := weighted(n, 8, 7, 6, 5, 4, 3, 2, 10, 1) % 97
	return rest == 0 || n[0] != '0' && (rest == 42 || rest == 55)
}
