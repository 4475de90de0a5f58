import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** What analysts do through JDBC, each step printed as `ok` or `failed`. */
public class Handshake {
  private static int failed = 0;

  private interface Step {
    boolean holds() throws Exception;
  }

  private static void step(String name, Step step) {
    String why = "";
    boolean ok = false;
    try {
      ok = step.holds();
    } catch (Exception error) {
      why = ": " + error;
    }
    if (!ok) failed += 1;
    System.out.println((ok ? "ok " : "failed ") + name + why);
  }

  private static Connection connect(String... options) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", System.getenv("SQL_USER"));
    properties.setProperty("password", System.getenv("SQL_PASSWORD"));
    for (int at = 0; at + 1 < options.length; at += 2) properties.setProperty(options[at], options[at + 1]);
    String address = System.getenv("SQL_HOST") + ":" + System.getenv("SQL_PORT");
    return DriverManager.getConnection(
        "jdbc:clickhouse://" + address + "/" + System.getenv("SQL_DATABASE"), properties);
  }

  private static long one(Connection connection, String statement) throws SQLException {
    try (Statement made = connection.createStatement();
        ResultSet rows = made.executeQuery(statement)) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }

  private static long count(ResultSet rows) throws SQLException {
    long counted = 0;
    while (rows.next()) counted += 1;
    return counted;
  }

  private static int refusal(Connection connection, String statement) {
    try {
      one(connection, statement);
      return 0;
    } catch (SQLException error) {
      return error.getErrorCode();
    }
  }

  public static void main(String[] arguments) throws Exception {
    // Of jdbc-v2 alone; `clickhouse-jdbc` does the same by itself.
    com.clickhouse.jdbc.Driver.load();
    long campaign = Long.parseLong(System.getenv("SQL_CAMPAIGN"));
    String database = System.getenv("SQL_DATABASE");
    try (Connection connection = connect()) {
      DatabaseMetaData meta = connection.getMetaData();
      step("connects and learns the version", () -> meta.getDatabaseProductVersion().startsWith("26."));
      step("is valid", () -> connection.isValid(5));
      step("reads its rows", () -> one(connection, "SELECT campaign_id FROM campaigns") == campaign);
      step(
          "reads 200,000 rows in packed blocks",
          () -> {
            try (Statement made = connection.createStatement();
                ResultSet rows = made.executeQuery("SELECT number FROM numbers(200000)")) {
              return count(rows) == 200_000;
            }
          });
      step(
          "binds parameters",
          () -> {
            try (PreparedStatement made = connection.prepareStatement("SELECT ? AS a, name FROM campaigns WHERE campaign_id = ?")) {
              made.setString(1, "it's a\ttab");
              made.setLong(2, campaign);
              try (ResultSet rows = made.executeQuery()) {
                return rows.next() && rows.getString(1).equals("it's a\ttab");
              }
            }
          });
      step("lists databases", () -> count(meta.getSchemas()) >= 1);
      step("lists its views", () -> count(meta.getTables(null, database, "%", null)) > 15);
      step("lists columns", () -> count(meta.getColumns(null, database, "campaigns", "%")) == 12);
      step("lists types", () -> count(meta.getTypeInfo()) > 10);
      step("lists table types", () -> count(meta.getTableTypes()) > 0);
      step("is refused what is no view by number 497", () -> refusal(connection, "SELECT * FROM tapwise.charge_v1") == 497);
      step("is refused a file by number 497", () -> refusal(connection, "SELECT file('/etc/passwd')") == 497);
      step("is refused to change by number 164", () -> {
        try (Statement made = connection.createStatement()) {
          made.execute("DROP TABLE campaigns");
          return false;
        } catch (SQLException error) {
          return error.getErrorCode() == 164;
        }
      });
      step(
          "cancels a statement",
          () -> {
            try (Statement made = connection.createStatement()) {
              Thread cancelling = new Thread(() -> {
                try {
                  for (int tries = 0; tries < 100 && !made.isClosed(); tries += 1) {
                    Thread.sleep(50);
                    made.cancel();
                  }
                } catch (Exception ignored) {
                  // The statement's own outcome is what counts.
                }
              });
              cancelling.setDaemon(true);
              cancelling.start();
              made.executeQuery(
                  "SELECT count() FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE cityHash64(a.number, b.number) = 1");
              return false;
            } catch (SQLException error) {
              return error.getErrorCode() == 394;
            }
          });
      step("works on after errors", () -> one(connection, "SELECT 1") == 1);
    }
    String[][] packings = {
      {"packed LZ4 frames", "client.use_http_compression", "true", "compress", "true"},
      {"statements in LZ4 blocks", "decompress", "true"},
      {"statements in LZ4 frames", "client.use_http_compression", "true", "decompress", "true"},
      {"nothing packed", "compress", "false"},
    };
    for (String[] packing : packings) {
      String[] options = java.util.Arrays.copyOfRange(packing, 1, packing.length);
      step(
          "works with " + packing[0],
          () -> {
            try (Connection connection = connect(options)) {
              return one(connection, "SELECT max(number) FROM numbers(200000)") == 199_999;
            }
          });
    }
    step(
        "learns of a wrong password by number 516",
        () -> {
          try (Connection connection = connect("password", "wrong")) {
            return refusal(connection, "SELECT 1") == 516;
          } catch (SQLException error) {
            return error.getErrorCode() == 516 || String.valueOf(error).contains("516");
          }
        });
    System.exit(failed == 0 ? 0 : 1);
  }
}
