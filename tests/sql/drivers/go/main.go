// What analysts do with clickhouse-go (and Grafana through it), each step printed as `ok` or `failed`.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
)

var failed = 0

func step(name string, run func() (bool, error)) {
	ok, err := run()
	if ok {
		fmt.Println("ok " + name)
		return
	}
	failed++
	fmt.Println("failed "+name, err)
}

func connect(password string, method clickhouse.CompressionMethod, path string) *sql.DB {
	return clickhouse.OpenDB(&clickhouse.Options{
		Protocol:    clickhouse.HTTP,
		Addr:        []string{os.Getenv("SQL_HOST") + ":" + os.Getenv("SQL_PORT")},
		HttpUrlPath: path,
		Auth:        clickhouse.Auth{Database: os.Getenv("SQL_DATABASE"), Username: os.Getenv("SQL_USER"), Password: password},
		Compression: &clickhouse.Compression{Method: method},
		DialTimeout: 10 * time.Second,
	})
}

func codeOf(db *sql.DB, statement string) (int32, error) {
	var value any
	err := db.QueryRow(statement).Scan(&value)
	var exception *clickhouse.Exception
	if errors.As(err, &exception) {
		return exception.Code, err
	}
	if err != nil {
		for _, word := range strings.FieldsFunc(err.Error(), func(r rune) bool { return r < '0' || r > '9' }) {
			if code, wrong := strconv.Atoi(word); wrong == nil && code >= 100 && code != 403 && code != 500 {
				return int32(code), err
			}
		}
	}
	return 0, err
}

func main() {
	campaign, _ := strconv.ParseUint(os.Getenv("SQL_CAMPAIGN"), 10, 64)
	password := os.Getenv("SQL_PASSWORD")
	methods := []struct {
		name   string
		method clickhouse.CompressionMethod
	}{
		{"nothing packed", clickhouse.CompressionNone},
		{"LZ4 blocks", clickhouse.CompressionLZ4},
		{"zstd blocks", clickhouse.CompressionZSTD},
		{"gzip", clickhouse.CompressionGZIP},
		{"deflate", clickhouse.CompressionDeflate},
		{"brotli", clickhouse.CompressionBrotli},
	}
	for _, one := range methods {
		step("reads its rows with "+one.name, func() (bool, error) {
			db := connect(password, one.method, "")
			defer db.Close()
			var id, count uint64
			if err := db.QueryRow("SELECT campaign_id FROM campaigns").Scan(&id); err != nil {
				return false, err
			}
			err := db.QueryRow("SELECT count() FROM (SELECT number FROM numbers(200000))").Scan(&count)
			return id == campaign && count == 200000, err
		})
	}
	db := connect(password, clickhouse.CompressionLZ4, "")
	defer db.Close()
	step("answers a ping", func() (bool, error) { err := db.Ping(); return err == nil, err })
	step("reads 200,000 rows", func() (bool, error) {
		rows, err := db.Query("SELECT number FROM numbers(200000)")
		if err != nil {
			return false, err
		}
		defer rows.Close()
		count := 0
		for rows.Next() {
			count++
		}
		return count == 200000, rows.Err()
	})
	step("binds parameters", func() (bool, error) {
		var text string
		err := db.QueryRow("SELECT {s:String}", clickhouse.Named("s", "it's")).Scan(&text)
		return text == "it's", err
	})
	step("reads all kinds of columns", func() (bool, error) {
		rows, err := db.Query("SELECT * FROM campaigns")
		if err != nil {
			return false, err
		}
		defer rows.Close()
		columns, err := rows.Columns()
		for rows.Next() {
		}
		return len(columns) == 12 && rows.Err() == nil, err
	})
	step("ends a statement when its time is over", func() (bool, error) {
		context, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_, err := db.QueryContext(context, "SELECT count() FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE cityHash64(a.number, b.number) = 1")
		return err != nil, err
	})
	step("is refused what is no view by number 497", func() (bool, error) {
		code, err := codeOf(db, "SELECT * FROM tapwise.charge_v1")
		return code == 497, err
	})
	step("learns of a wrong password by number 516", func() (bool, error) {
		wrong := connect("wrong", clickhouse.CompressionNone, "")
		defer wrong.Close()
		code, err := codeOf(wrong, "SELECT 1")
		return code == 516, err
	})
	if failed > 0 {
		os.Exit(1)
	}
}
