package db_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"orrery/shop"
)

// machine is what a file of db/seed/products says about its CAD files.
type machine struct {
	ID        int64
	Specs     []shop.SpecGroup
	Documents []shop.Document
}

func machines(t *testing.T) (all []machine) {
	t.Helper()
	names, err := filepath.Glob("seed/products/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var m machine
		if raw, err := yaml.YAMLToJSON(text); err != nil || json.Unmarshal(raw, &m) != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, m)
	}
	return all
}

// box is the extent of a model in millimetres, z up.
type box struct{ low, high [3]float64 }

func (b box) size() (size [3]float64) {
	for axis := range size {
		size[axis] = b.high[axis] - b.low[axis]
	}
	return size
}

func boundsOf(points [][3]float64) box {
	b := box{points[0], points[0]}
	for _, p := range points {
		for axis := range p {
			b.low[axis], b.high[axis] = min(b.low[axis], p[axis]), max(b.high[axis], p[axis])
		}
	}
	return b
}

// stlBounds reads the vertices of a binary STL file.
func stlBounds(content []byte) box {
	var points [][3]float64
	for triangle := content[84:]; len(triangle) > 0; triangle = triangle[50:] {
		for corner := range 3 {
			var p [3]float64
			for axis := range p {
				p[axis] = float64(math.Float32frombits(binary.LittleEndian.Uint32(triangle[12+12*corner+4*axis:])))
			}
			points = append(points, p)
		}
	}
	return boundsOf(points)
}

// glbBounds reads the vertices that the triangles of a binary glTF file name, and turns them to millimetres, z up.
func glbBounds(t *testing.T, content []byte) (box, int) {
	t.Helper()
	length := binary.LittleEndian.Uint32(content[12:])
	var scene struct {
		Meshes []struct {
			Primitives []struct {
				Attributes map[string]int
				Indices    int
				Material   int
			}
		}
		Accessors []struct {
			BufferView, ComponentType, Count int
			Min, Max                         [3]float64
		}
		BufferViews []struct{ ByteOffset, ByteLength int }
		Materials   []struct{ Name string }
	}
	if err := json.Unmarshal(content[20:20+length], &scene); err != nil {
		t.Fatal(err)
	}
	data := content[28+length:]
	var points [][3]float64
	triangles := 0
	for _, primitive := range scene.Meshes[0].Primitives {
		positions, indices := scene.Accessors[primitive.Attributes["POSITION"]], scene.Accessors[primitive.Indices]
		if scene.Accessors[primitive.Attributes["NORMAL"]].Count != positions.Count || indices.ComponentType != 5123 ||
			primitive.Material >= len(scene.Materials) {
			t.Fatalf("primitive %+v", primitive)
		}
		triangles += indices.Count / 3
		from, at := data[scene.BufferViews[positions.BufferView].ByteOffset:], data[scene.BufferViews[indices.BufferView].ByteOffset:]
		for i := range indices.Count {
			vertex := int(binary.LittleEndian.Uint16(at[2*i:]))
			var p [3]float64
			for axis := range p {
				p[axis] = float64(math.Float32frombits(binary.LittleEndian.Uint32(from[12*vertex+4*axis:])))
				if p[axis] < positions.Min[axis]-1e-6 || p[axis] > positions.Max[axis]+1e-6 {
					t.Fatalf("vertex %v is outside of %v to %v", p, positions.Min, positions.Max)
				}
			}
			points = append(points, [3]float64{p[0] * 1000, -p[2] * 1000, p[1] * 1000})
		}
	}
	return boundsOf(points), triangles
}

var dimensions = regexp.MustCompile(`^(\d+) × (\d+)(?: × (\d+))? mm$`)

// stated returns the dimensions that the specifications state, 0 where they state none. A rail's height is that of its
// guides, above which its carriage stands; a mobile assistant's arm reaches over its footprint.
func (m machine) stated() (size [3]float64) {
	for _, group := range m.Specs {
		for _, item := range group.Items {
			found := dimensions.FindStringSubmatch(item.Value)
			number := func(i int) float64 { n, _ := strconv.ParseFloat(found[i], 64); return n }
			switch item.Label {
			case "Dimensions":
				size = [3]float64{number(1), number(2), number(3)}
			case "Rail dimensions":
				size[0] = number(1)
			case "Footprint":
				size[0] = number(1)
			case "Height":
				size[2], _ = strconv.ParseFloat(strings.TrimSuffix(item.Value, " mm"), 64)
			}
		}
	}
	if m.ID == 8 {
		size[2] = 0
	}
	return size
}

// Every machine has a CAD file in each format, as large as the page says and as large as its data sheet says: 1% less
// at most, since the files have fewer triangles, and 10% more, since stop buttons and plugs protrude from housings.
func TestMachinesHaveCADFiles(t *testing.T) {
	compared := 0
	for _, m := range machines(t) {
		if m.ID > 10 {
			continue
		}
		t.Run(fmt.Sprint(m.ID), func(t *testing.T) {
			boxes, triangles := map[shop.DocumentFormat]box{}, map[shop.DocumentFormat]int{}
			for _, d := range m.Documents {
				content, err := os.ReadFile("../client/public" + d.URL)
				if err != nil {
					t.Fatal(err)
				}
				if len(content) != d.Bytes || d.Kind != shop.DocumentCAD {
					t.Errorf("%+v has %d bytes", d, len(content))
				}
				if err := shop.CheckDocument(d.Format, content); err != nil {
					t.Errorf("%s: %v", d.URL, err)
				}
				switch d.Format {
				case shop.FormatSTL:
					boxes[d.Format], triangles[d.Format] = stlBounds(content), (len(content)-84)/50
				case shop.FormatGLB:
					boxes[d.Format], triangles[d.Format] = glbBounds(t, content)
				}
				if most := map[shop.DocumentFormat]int{shop.FormatSTL: 1_500_000, shop.FormatGLB: 500_000}[d.Format]; d.Bytes > most {
					t.Errorf("%s has %d bytes, want at most %d", d.URL, d.Bytes, most)
				}
			}
			stl, glb := boxes[shop.FormatSTL], boxes[shop.FormatGLB]
			if len(boxes) != 2 || triangles[shop.FormatSTL] != triangles[shop.FormatGLB] {
				t.Fatalf("%v, triangles %v", boxes, triangles)
			}
			corners := slices.Concat(stl.low[:], stl.high[:])
			for i, value := range slices.Concat(glb.low[:], glb.high[:]) {
				if math.Abs(value-corners[i]) > 0.01 {
					t.Fatalf("the GLB file is %v, the STL file %v", glb, stl)
				}
			}
			if math.Abs(stl.low[2]) > 0.01 {
				t.Errorf("it stands %f mm above the ground", stl.low[2])
			}
			for axis, want := range m.stated() {
				if want == 0 {
					continue
				}
				compared++
				if got := stl.size()[axis]; got < 0.99*want || got > 1.1*want {
					t.Errorf("axis %d: %.0f mm, the data sheet says %.0f mm", axis, got, want)
				}
			}
		})
	}
	if compared != 11 {
		t.Errorf("%d dimensions compared, want 11", compared)
	}
}
